/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Valid definitions of user events, each with the expected layout, and pairs of definitions that
 * are equal or not. KUnit and the unit tests in user space share these tables.
 *
 * Sizes, signs, print formats and offsets are part of the user ABI: existing programs depend on
 * them. A record begins with the 8 bytes of struct trace_entry, and the fields follow without
 * gaps.
 */
#ifndef _TRACE_USER_EVENTS_VALID_CASES_H
#define _TRACE_USER_EVENTS_VALID_CASES_H

#include <linux/seq_file.h>

#include "../define/layout.h"

/**
 * struct type_case - Type of a field and its expected properties
 * @type: type, as the format file shows it
 * @behind: text after the field name in the definition: " SIZE" for a struct, "" otherwise
 * @size: size of the field in bytes
 * @is_signed: whether the format file shows the field as signed
 * @kind: kind of the field
 * @is_text: whether dynamic data must end with a NUL
 * @format: conversion specification in print_fmt
 * @argument: argument in print_fmt, with %s for the field name
 */
struct type_case {
	const char *type;
	const char *behind;
	unsigned int size;
	bool is_signed;
	enum user_event_kind kind;
	bool is_text;
	const char *format;
	const char *argument;
};

#define NUMBER_CASE(type_, size_, is_signed_, format_)				\
	{ type_, "", size_, is_signed_, USER_NUMBER, false, format_, "REC->%s" }
#define STRING_CASE(type_, size_, is_signed_)					\
	{ type_, "", size_, is_signed_, USER_STRING, false, "%s", "REC->%s" }
#define STRUCT_CASE(type_, size_)						\
	{ type_, " " #size_, size_, true, USER_STRUCT, false, "%llu", "REC->%s" }
#define TEXT_LOC_CASE(type_, kind_, argument_)					\
	{ type_, "", 4, true, kind_, true, "%s", argument_ }
#define BYTES_LOC_CASE(type_, kind_)						\
	{ type_, "", 4, true, kind_, false, "%llu", "REC->%s" }

static const struct type_case type_cases[] = {
	NUMBER_CASE("u8", 1, false, "%u"),
	NUMBER_CASE("u16", 2, false, "%u"),
	NUMBER_CASE("u32", 4, false, "%u"),
	NUMBER_CASE("u64", 8, false, "%llu"),
	NUMBER_CASE("s8", 1, true, "%d"),
	NUMBER_CASE("s16", 2, true, "%d"),
	NUMBER_CASE("s32", 4, true, "%d"),
	NUMBER_CASE("s64", 8, true, "%lld"),
	NUMBER_CASE("char", 1, true, "%d"),
	NUMBER_CASE("unsigned char", 1, false, "%u"),
	NUMBER_CASE("short", 2, true, "%d"),
	NUMBER_CASE("unsigned short", 2, false, "%u"),
	NUMBER_CASE("int", 4, true, "%d"),
	NUMBER_CASE("unsigned int", 4, false, "%u"),

	STRING_CASE("char[1]", 1, true),
	STRING_CASE("char[20]", 20, true),
	STRING_CASE("char[0x14]", 20, true),
	STRING_CASE("char[024]", 20, true),
	STRING_CASE("char[00000024]", 20, true),
	STRING_CASE("char[0X14]", 20, true),
	STRING_CASE("char[1024]", 1024, true),
	STRING_CASE("unsigned char[1]", 1, false),
	STRING_CASE("unsigned char[0x14]", 20, false),
	STRING_CASE("unsigned char[1024]", 1024, false),

	STRUCT_CASE("struct s", 1),
	STRUCT_CASE("struct custom", 20),
	STRUCT_CASE("struct struct", 8),
	STRUCT_CASE("struct _S9", 65),
	STRUCT_CASE("struct u32", 32758),

	TEXT_LOC_CASE("__data_loc char[]", USER_DATA_LOC, "__get_str(%s)"),
	TEXT_LOC_CASE("__data_loc unsigned char[]", USER_DATA_LOC, "__get_str(%s)"),
	TEXT_LOC_CASE("__data_loc char", USER_DATA_LOC, "__get_str(%s)"),
	TEXT_LOC_CASE("__data_loc char[5]", USER_DATA_LOC, "__get_str(%s)"),
	TEXT_LOC_CASE("__data_loc char[0x10]", USER_DATA_LOC, "__get_str(%s)"),
	TEXT_LOC_CASE("__data_loc char[NAME_MAX]", USER_DATA_LOC, "__get_str(%s)"),
	TEXT_LOC_CASE("__data_loc uchar_t[]", USER_DATA_LOC, "__get_str(%s)"),
	BYTES_LOC_CASE("__data_loc u8[]", USER_DATA_LOC),
	BYTES_LOC_CASE("__data_loc unsigned int[]", USER_DATA_LOC),
	BYTES_LOC_CASE("__data_loc u32", USER_DATA_LOC),
	BYTES_LOC_CASE("__data_loc long[]", USER_DATA_LOC),
	BYTES_LOC_CASE("__data_loc unsigned[]", USER_DATA_LOC),
	BYTES_LOC_CASE("__data_loc foo", USER_DATA_LOC),
	TEXT_LOC_CASE("__rel_loc char[]", USER_REL_LOC, "__get_rel_str(%s)"),
	TEXT_LOC_CASE("__rel_loc unsigned char[]", USER_REL_LOC, "__get_rel_str(%s)"),
	TEXT_LOC_CASE("__rel_loc char", USER_REL_LOC, "__get_rel_str(%s)"),
	BYTES_LOC_CASE("__rel_loc u8[]", USER_REL_LOC),
	BYTES_LOC_CASE("__rel_loc unsigned short[]", USER_REL_LOC),
	BYTES_LOC_CASE("__rel_loc foo", USER_REL_LOC),
};

#undef NUMBER_CASE
#undef STRING_CASE
#undef STRUCT_CASE
#undef TEXT_LOC_CASE
#undef BYTES_LOC_CASE

/**
 * struct accepted - Valid definition and its expected layout
 * @text: definition
 * @shown: text that dynamic_events shows, which is a definition of an equal event
 * @slots: fields in the notation of show_slots()
 */
struct accepted {
	const char *text;
	const char *shown;
	const char *slots;
};

static const struct accepted accepted[] = {
	/* Definitions without fields. */
	{ "e", "e", "" },
	{ "e ", "e", "" },
	{ " \t\ne\r\v\f", "e", "" },
	{ "e ;", "e", "" },
	{ "e ;;", "e", "" },
	{ "e\t; ; \n;", "e", "" },

	/* Names. */
	{ "__test_event u32 a", "__test_event u32 a", "8+4 number" },
	{ "0 u8 a", "0 u8 a", "8+1 number" },
	{ "_ u8 a", "_ u8 a", "8+1 number" },
	{ "9a-b.c", "9a-b.c", "" },
	{ "- u8 a", "- u8 a", "8+1 number" },
	{ "*? u8 a", "*? u8 a", "8+1 number" },
	{ "... u8 a", "... u8 a", "8+1 number" },
	{ "enabled", "enabled", "" },
	{ "Filter", "Filter", "" },
	{ "filte u8 filter; u8 enable", "filte u8 filter; u8 enable", "8+1 number, 9+1 number" },
	{ ".e", ".e", "" },
	{ "\"e\"", "\"e\"", "" },
	{ "\xc3\xa9v\xc3\xa9nement u8 a", "\xc3\xa9v\xc3\xa9nement u8 a", "8+1 number" },
	{ "voil\xc3\xa0 u8 a", "voil\xc3\xa0 u8 a", "8+1 number" },
	{ " \xa0 u8 a", "\xa0 u8 a", "8+1 number" },
	{ "\x80\xff", "\x80\xff", "" },
	{ "e!\"$%&'()*+,<=>?@[\\]^`{|}~", "e!\"$%&'()*+,<=>?@[\\]^`{|}~", "" },
	{ "e..", "e..", "" },
	{ "u32 u32 u32", "u32 u32 u32", "8+4 number" },
	{ "e(a u8 a; u8 b", "e(a u8 a; u8 b", "8+1 number, 9+1 number" },

	/* Additional blanks and semicolons are ignored. */
	{ "e u32 a;", "e u32 a", "8+4 number" },
	{ "e u32 a;;", "e u32 a", "8+4 number" },
	{ "e u32 a; ", "e u32 a", "8+4 number" },
	{ "e u32 a ; ; ", "e u32 a", "8+4 number" },
	{ "e ;u32 a", "e u32 a", "8+4 number" },
	{ "e ;;;u32 a;;;", "e u32 a", "8+4 number" },
	{ "e   ;  u32 a", "e u32 a", "8+4 number" },
	{ "e u32 a;u32 b", "e u32 a; u32 b", "8+4 number, 12+4 number" },
	{ "e u32 a;;u32 b", "e u32 a; u32 b", "8+4 number, 12+4 number" },
	{ "e u32 a ;\tu32 b", "e u32 a; u32 b", "8+4 number, 12+4 number" },
	{ "e u32 a;\nu32 b", "e u32 a; u32 b", "8+4 number, 12+4 number" },
	{ "  e  u32  a  ;  u32  b  ", "e u32 a; u32 b", "8+4 number, 12+4 number" },
	{ "e\tu32\na\r;\vu32\fb", "e u32 a; u32 b", "8+4 number, 12+4 number" },
	{ "e unsigned \t\n char  a;__data_loc  unsigned\tint[]\nb; struct\ts  c  7 ",
	  "e unsigned char a; __data_loc unsigned int[] b; struct s c 7",
	  "8+1 number, 9+4 signed data_loc, 13+7 signed struct" },

	/* Fields are not aligned: there are no gaps between them. */
	{ "e u32 a; u64 b; u8 c; u16 d", "e u32 a; u64 b; u8 c; u16 d",
	  "8+4 number, 12+8 number, 20+1 number, 21+2 number" },
	{ "e s8 a; char b; s64 c; int d; short e",
	  "e s8 a; char b; s64 c; int d; short e",
	  "8+1 signed number, 9+1 signed number, 10+8 signed number, 18+4 signed number, "
	  "22+2 signed number" },
	{ "e char[3] a; u32 b; unsigned char[5] c; struct s d 9; u8 e",
	  "e char[3] a; u32 b; unsigned char[5] c; struct s d 9; u8 e",
	  "8+3 signed string, 11+4 number, 15+5 string, 20+9 signed struct, 29+1 number" },
	{ "e u8 a; __rel_loc char[] b; __data_loc u8[] c; __data_loc char[] d; u64 e",
	  "e u8 a; __rel_loc char[] b; __data_loc u8[] c; __data_loc char[] d; u64 e",
	  "8+1 number, 9+4 signed rel_loc text, 13+4 signed data_loc, "
	  "17+4 signed data_loc text, 21+8 number" },

	/* The brackets of an array may follow the field name instead of the type. */
	{ "e char a[8]; u32 b", "e char[8] a; u32 b", "8+8 signed string, 16+4 number" },
	{ "e char a[0x10];unsigned  char\tb[010] ;", "e char[0x10] a; unsigned char[010] b",
	  "8+16 signed string, 24+8 string" },
	{ "e __data_loc char a[]; __rel_loc unsigned char b[4]; __rel_loc u8 c[N]",
	  "e __data_loc char[] a; __rel_loc unsigned char[4] b; __rel_loc u8[N] c",
	  "8+4 signed data_loc text, 12+4 signed rel_loc text, 16+4 signed rel_loc" },

	/* The size of a struct is a decimal number, even with leading zeros. */
	{ "e struct s a 024", "e struct s a 24", "8+24 signed struct" },
	{ "e struct s a 000000000000000000000000000000000000001; u8 b",
	  "e struct s a 1; u8 b", "8+1 signed struct, 9+1 number" },
	{ "e struct s a 32767", "e struct s a 32767", "8+32767 signed struct" },
	{ "e struct s a 32766; u8 b", "e struct s a 32766; u8 b",
	  "8+32766 signed struct, 32774+1 number" },

	/* Names of fields. A name may be that of a type. */
	{ "e u32 u32; char char; int unsigned; u8 struct; u8 long; struct int int 2",
	  "e u32 u32; char char; int unsigned; u8 struct; u8 long; struct int int 2",
	  "8+4 number, 12+1 signed number, 13+4 signed number, 17+1 number, 18+1 number, "
	  "19+2 signed struct" },
	{ "e u8 a; u8 A; u8 aa; u8 a_; u8 _; u8 Z09", "e u8 a; u8 A; u8 aa; u8 a_; u8 _; u8 Z09",
	  "8+1 number, 9+1 number, 10+1 number, 11+1 number, 12+1 number, 13+1 number" },
	{ "e u8 common; u8 _common_pid; u8 Common_pid; u8 commonpid; u8 e",
	  "e u8 common; u8 _common_pid; u8 Common_pid; u8 commonpid; u8 e",
	  "8+1 number, 9+1 number, 10+1 number, 11+1 number, 12+1 number" },
	{ "e unsigned char unsigned; unsigned short __data_loc",
	  "e unsigned char unsigned; unsigned short __data_loc", "8+1 number, 9+2 number" },
};

/* Print the fields of a layout as a list of "OFFSET+SIZE [signed] KIND [text]". */
static inline void show_slots(struct seq_file *m, const struct user_event_layout *layout)
{
	static const char *const kinds[] = {
		[USER_NUMBER] = "number",	[USER_STRING] = "string",
		[USER_STRUCT] = "struct",	[USER_DATA_LOC] = "data_loc",
		[USER_REL_LOC] = "rel_loc",
	};
	const struct user_event_field *field = layout->fields;
	unsigned int i;

	for (i = 0; i < layout->n_fields; i++, field++)
		seq_printf(m, "%s%u+%u %s%s%s", i ? ", " : "", field->offset, field->size,
			   field->is_signed ? "signed " : "", kinds[field->kind],
			   field->is_text ? " text" : "");
}

/**
 * struct pair_case - Two definitions and whether they define equal events
 * @a: first definition
 * @b: second definition
 * @are_equal: expected result of user_event_layouts_equal()
 */
struct pair_case {
	const char *a;
	const char *b;
	bool are_equal;
};

static const struct pair_case pair_cases[] = {
	{ "e", "e", true },
	{ "e", " e ;;", true },
	{ "e", "f", false },
	{ "e", "E", false },
	{ "e", "\xe9", false },
	{ "e", "ee", false },
	{ "e", "e u32 a", false },

	{ "e u32 a", "e u32 a", true },
	{ "e u32 a; u32 b", "e u32 a;u32 b;", true },
	{ "e u32 a; u32 b", "e u32 a;;u32 b", true },
	{ "e u32 a; u32 b", "e ;u32 a;u32 b", true },
	{ "e u32 a; u32 b", "e u32 a;u32 b;;", true },
	{ "e u32 a; u32 b", "\te\n u32\ta ;  u32\v b ", true },
	{ "e unsigned char[4] a", "e unsigned\t char[4]  a", true },
	{ "e unsigned char[4] a", "e unsigned char a[4]", true },
	{ "e __rel_loc char[] a", "e __rel_loc char a[]", true },
	{ "e struct s a 24", "e struct s a 024", true },

	{ "e u32 a", "f u32 a", false },
	{ "e u32 a", "e u32 b", false },
	{ "e u32 a", "e s32 a", false },
	{ "e u32 a", "e unsigned int a", false },
	{ "e u64 a; u64 b", "e u32 a; u32 b", false },
	{ "e u32 a; u32 b", "e u32 b; u32 a", false },
	{ "e u32 a; u32 b", "e u32 a", false },
	{ "e u32 a; u32 b", "e u32 a; u32 b; u32 c", false },
	{ "e u32 a; u32 b; u8 c", "e u32 a; u32 b; u16 c", false },
	{ "e u32 a; u32 b; u8 c", "e u32 a; u32 b; u8 d", false },
	{ "e char[20] a", "e char[21] a", false },
	/* The types differ in the format file, although the fields have the same size. */
	{ "e char[20] a", "e char[0x14] a", false },
	{ "e char[20] a", "e char a[0x14]", false },
	{ "e char[20] a", "e char a", false },
	{ "e char[20] a", "e unsigned char[20] a", false },
	{ "e char[20] a", "e struct s a 20", false },
	{ "e struct my_struct a 20", "e struct my_struct b 20", false },
	{ "e struct my_struct a 20", "e struct my_struct a 21", false },
	{ "e struct my_struct a 20", "e struct my_Struct a 20", false },
	{ "e u8 a; struct s b 20", "e u8 a; struct s b 2", false },
	{ "e __data_loc char[] a", "e __rel_loc char[] a", false },
	{ "e __data_loc char[] a", "e __data_loc u8[] a", false },
	{ "e __data_loc char[] a", "e __data_loc char[1] a", false },
	{ "e __data_loc char[] a", "e __data_loc char a", false },
};

#endif /* _TRACE_USER_EVENTS_VALID_CASES_H */
