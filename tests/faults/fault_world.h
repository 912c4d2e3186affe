/* The player's side of the machine, for the program with its window: a desktop
 * that takes the icon and shows balloons, boxes and menus, a clock that moves
 * only when it is told to, and a shell that starts programs. All of it lives in
 * this process; windows, messages and threads are the system's own.
 *
 * What the program shows is kept as a list of what was said. */
#ifndef HB_TESTS_FAULTS_FAULT_WORLD_H
#define HB_TESTS_FAULTS_FAULT_WORLD_H

#include <setjmp.h>

#include "os/ask_answer.h"
#include "strings/strings.h"
#include "win/utf16.h"
#include "win/win.h"

enum said_kind { SAID_TIP, SAID_BALLOON, SAID_BOX, SAID_MENU, SAID_SOUND, SAID_PROGRAM, SAID_kinds };
struct said {
    enum said_kind kind;
    enum string_id title; /* STR_count where it is none of the product's own */
    struct text text;     /* whole: of a program its command line */
};

#define SAID_MOST 60
#define WORLD_TIMERS 8
#define WORLD_DELIVERIES 4

struct world {
    /* given */
    enum language language;
    bool elevated;
    const wchar_t *exe;        /* where the program says it lies */
    void (*quiet)(void *ctx);  /* the UI thread has nothing to do, nor has the worker */
    void *ctx;
    UINT menu_choice;          /* the entry that is chosen when a menu is up; 0: none */
    DWORD ui_thread;
    HANDLE other;              /* a thread that is waited for, too; NULL */
    /* what came of it */
    bool icon;
    UINT icon_message;         /* the icon's callback message */
    HICON image;
    HWND window;               /* the program's own */
    HANDLE worker;
    HANDLE deliveries[WORLD_DELIVERIES]; /* threads that answer another program; waited for, too */
    HWND asker;                /* the window of another program that asks */
    unsigned heard[ASK_kinds]; /* what the program that asked was told */
    UINT timers_ms[WORLD_TIMERS]; /* by id; 0: not set */
    bool balloon_up;
    bool icon_orphaned;        /* it was taken away after its window had gone */
    bool menu_refused;         /* the chosen entry was greyed or not there */
    bool started_raised;       /* a program was started with the rights of an administrator */
    struct said said[SAID_MOST];
    size_t said_count;
    bool lives;                /* between world_life_begin and world_life_end */
    jmp_buf exit;              /* where ExitProcess goes meanwhile */
    UINT exit_code;
};
extern struct world world;

/* Everything as at the start of a process, but the icon stays (a process that
 * ends takes its icon along: world_life_end). */
void world_life_begin(void);
/* Ends what the process left: worker, window, messages, icon. */
void world_life_end(void);
/* Forgets what was said so far. */
void world_hush(void);
const struct said *world_said(enum said_kind kind, enum string_id title);
/* Time passes: each timer that is set fires once, and a balloon goes away. */
void world_fire_timers(void);
/* Another program asks for a snapshot. */
void world_ask(void);
/* Explorer is gone and back. */
void world_restart_explorer(void);

#endif
