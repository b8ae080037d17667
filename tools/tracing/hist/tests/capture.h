/* SPDX-License-Identifier: GPL-2.0-only */
/* Capture what a function prints on standard error. */
#ifndef _CAPTURE_H
#define _CAPTURE_H

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

/**
 * struct capture - captured text
 * @text: the text, cut off at its size
 * @saved: standard error meanwhile
 */
struct capture {
	char text[8192];
	int saved;
};

static inline void capture_begin(struct capture *capture)
{
	int fd = memfd_create("capture", 0);

	fflush(stderr);
	capture->saved = dup(STDERR_FILENO);
	dup2(fd, STDERR_FILENO);
	close(fd);
}

static inline const char *capture_end(struct capture *capture)
{
	ssize_t n;

	fflush(stderr);
	n = pread(STDERR_FILENO, capture->text, sizeof(capture->text) - 1, 0);
	capture->text[n > 0 ? n : 0] = 0;
	dup2(capture->saved, STDERR_FILENO);
	close(capture->saved);
	return capture->text;
}

#endif /* _CAPTURE_H */
