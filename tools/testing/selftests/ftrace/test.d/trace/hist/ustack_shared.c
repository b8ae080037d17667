// SPDX-License-Identifier: GPL-2.0
/*
 * usage: ustack_shared SIG [LIBRARY]...
 *
 * Call kill() with SIG, for a process that does not exist, on a stack that is partly in this
 * program and partly in a shared library. Print the frames that a histogram must show, up to the
 * caller of call_library(), as print_frames() describes it.
 *
 * Without LIBRARY, the library is the one that the program is linked with. Otherwise the program
 * loads each LIBRARY, calls it, and unloads it. The exit status is 3 if a library is not mapped at
 * the address at which the one before it was.
 *
 * The exit status is 4 on other machines than x86-64.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "ustack.h"

#ifndef __x86_64__
int main(void)
{
	return 4;
}
#else

static struct stack stack;

static HAS_FRAME void callback(struct library_call *call)
{
	CALL(&stack, call->kill(call));
	NOTE_RETURN(&stack);
}

static HAS_FRAME void call_library(void (*function)(struct library_call *call), long sig)
{
	struct library_call call = { .stack = &stack, .sig = sig, .callback = callback };

	CALL(&stack, function(&call));
	NOTE_RETURN(&stack);
}

/* Call a library, and unload it. Return: the address at which it was. */
static void *load_and_call(const char *path, long sig)
{
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	void (*function)(struct library_call *call);
	Dl_info info;

	if (library)
		function = dlsym(library, "library_call");
	if (!library || !function || !dladdr(function, &info)) {
		fprintf(stderr, "%s: %s\n", path, dlerror());
		exit(2);
	}
	CALL(&stack, call_library(function, sig));
	print_frames(&stack);
	dlclose(library);
	if (dlopen(path, RTLD_NOW | RTLD_NOLOAD)) {
		fprintf(stderr, "%s was not unloaded\n", path);
		exit(2);
	}
	return info.dli_fbase;
}

int main(int argc, char **argv)
{
	long sig = argc > 1 ? atoi(argv[1]) : 0;
	void *first = NULL;
	int i;

	if (argc == 2) {
		CALL(&stack, call_library(library_call, sig));
		print_frames(&stack);
	}
	for (i = 2; i < argc; i++) {
		void *base = load_and_call(argv[i], sig);

		if (first && base != first)
			return 3;
		first = base;
	}
	return argc < 2;
}
#endif
