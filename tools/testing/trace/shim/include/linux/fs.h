/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_FS_H
#define _SHIM_LINUX_FS_H

#include <fcntl.h>
#include <linux/dcache.h>
#include <linux/seq_file.h>
#include <linux/types.h>
#include <sys/stat.h>

#define FMODE_READ	1
#define FMODE_WRITE	2

#define THIS_MODULE	NULL

struct super_block {
	u32 s_dev;
};

struct inode {
	unsigned short i_mode;
	u32 i_generation;
	unsigned long i_ino;
	struct super_block *i_sb;
};

struct path {
	struct dentry *dentry;
};

struct file;
struct iov_iter;
struct kiocb;

struct file_operations {
	struct module *owner;
	int (*open)(struct inode *inode, struct file *file);
	ssize_t (*read)(struct file *file, char *buffer, size_t size, loff_t *pos);
	ssize_t (*read_iter)(struct kiocb *iocb, struct iov_iter *iter);
	loff_t (*llseek)(struct file *file, loff_t offset, int whence);
	int (*release)(struct inode *inode, struct file *file);
	ssize_t (*write)(struct file *file, const char *buffer, size_t size, loff_t *pos);
};

struct file {
	unsigned int f_mode;
	unsigned int f_flags;
	unsigned int f_count;
	void *private_data;
	struct inode *f_inode;
	struct path f_path;
	const struct file_operations *f_op;
};

#define file_inode(file)	((file)->f_inode)
/* Without stacked file systems, these are those of the file itself. */
#define file_user_inode(file)	file_inode(file)
#define file_user_path(file)	(&(file)->f_path)

static inline struct file *get_file(struct file *file)
{
	file->f_count++;
	return file;
}

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
