/* What `hitch estimate --live` leaves where its console was closed or its
 * process ended: Windows gives a console program no time at a log-off, and a
 * session outlives its process. The next start clears it away.
 *
 * One estimate at a time holds a mutex, so what is found while this one holds
 * it is nobody's. A session is ended only if it is known to be of an estimate:
 * the File session by its file, the Buffer session by the mark in the folder
 * (runs/ring_mark.h). */
#ifndef HB_RECORDER_LIVE_LEFTOVER_H
#define HB_RECORDER_LIVE_LEFTOVER_H

#include "win/win.h"

/* What each estimate's folder and the files in it are called. */
#define LIVE_FOLDER_START "hitch-estimate-"
#define LIVE_FILE "file.etl"
#define LIVE_RING_START "ring-"

/* NULL where another estimate runs. Freed by CloseHandle or with the process. */
HANDLE live_leftover_claim(void);
/* Goes over the estimates' folders in `parent`; links are passed by. */
void live_leftover_remove(const char *parent);

#endif
