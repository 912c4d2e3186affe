/* The task by which Windows starts Hitchbox at the user's log-on, as Task
 * Scheduler's XML: log-on of that user, highest rights (so that no question comes
 * up), priority 4 (a task has 7 otherwise, and a program of 7 or more slow disks),
 * no time limit, on batteries too, one at a time, no delay.
 * Source: the Task Scheduler schema (learn.microsoft.com, taskschd). */
#ifndef HB_OS_AUTOSTART_TASK_H
#define HB_OS_AUTOSTART_TASK_H

#include "base/text.h"

#define AUTOSTART_TASK "Hitchbox"

/* May this path stand in a task? Full, at most 258 UTF-16 units, and without what
 * the scheduler would replace (%) or what would end its quotes. */
bool autostart_task_takes(const char *exe);
/* Adds the XML, UTF-8 that says of itself what it is written as (UTF-16). `user` is
 * a SID or a name. */
void autostart_task_write(const char *user, const char *exe, struct text *xml);

/* Adds the program that a task starts; false where the XML names none. */
bool autostart_task_exe(const char *xml, struct text *exe);
/* Is that this one? ASCII letters compare without case; a ? in `told` stands for
 * any character: schtasks.exe writes it for what the console cannot show. */
bool autostart_task_is(const char *told, const char *exe);

#endif
