/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_FS_H
#define _SHIM_LINUX_FS_H

#include <fcntl.h>
#include <linux/seq_file.h>
#include <linux/types.h>

#define FMODE_READ	1
#define FMODE_WRITE	2

#define THIS_MODULE	NULL

struct inode;

struct file {
	unsigned int f_mode;
	unsigned int f_flags;
	void *private_data;
};

struct file_operations {
	struct module *owner;
	int (*open)(struct inode *inode, struct file *file);
	ssize_t (*read)(struct file *file, char *buffer, size_t size, loff_t *pos);
	loff_t (*llseek)(struct file *file, loff_t offset, int whence);
	int (*release)(struct inode *inode, struct file *file);
	ssize_t (*write)(struct file *file, const char *buffer, size_t size, loff_t *pos);
};

/* seq_open() only stores the operations; a test calls them to read the file. */
#define seq_read	NULL
#define seq_lseek	NULL
#define seq_release	NULL

static inline int seq_open(struct file *file, const struct seq_operations *ops)
{
	file->private_data = (void *)ops;
	return 0;
}

#endif
