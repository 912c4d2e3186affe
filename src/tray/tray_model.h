/* What the recorder in the notification area does next: a state, an event, and
 * out comes the new state with what is to be done. No window, no session; the
 * window procedure and the worker only carry it out.
 *
 *   struct tray_model model = tray_model_first();
 *   struct tray_step step = tray_model_step(model, input);    for each event
 *   model = step.model; ... carry out step.actions ...
 *   tray_model_icon(&model), tray_model_text(&model)
 *
 * The rest of the room decides in the same way, without a window: notices.h
 * which balloon may come up now, balloon_wait.h whether it is to wait for the
 * player, hotkey_text.h which key was meant, viewer_plan.h which program opens a
 * snapshot; tray_view.h is what is shown, as plain data. Values go in and out,
 * nothing is kept outside of them, and nothing blocks.
 *
 *   starting --started--> armed --press--> saving --saved--> armed
 *       \--start failed--> off     (the menu, the log and Exit still work)
 *
 * A press while one snapshot is being saved: until its FLUSH was issued, the
 * ring still takes in the moment of that press, so it belongs to the snapshot
 * under way; after that one more is asked for at once, so that its FLUSH waits
 * for no file of the first. Of what comes while two are under way, one more is
 * kept. Each time the player is told that it is still saving. One that a program
 * from outside asked for is another's: a press while it waits for its FLUSH has
 * one of its own. */
#ifndef HB_TRAY_TRAY_MODEL_H
#define HB_TRAY_TRAY_MODEL_H

#include "tray/tray_view.h"
#include "strings/strings.h"

enum tray_phase { TRAY_STARTING, TRAY_READY, TRAY_SAVE, TRAY_STOPPING, TRAY_OFF };

/* Troubles that stay until they are mended; each keeps the icon on trouble. */
enum tray_trouble {
    TROUBLE_HOTKEY = 1,  /* the key does not work */
    TROUBLE_FILE = 2,    /* the File session does not run */
    TROUBLE_BUFFER = 4,  /* the Buffer session does not run */
    TROUBLE_PROVIDER = 8,/* some provider could not be enabled */
    TROUBLE_CONFIG = 16, /* a configuration file has errors */
    TROUBLE_SAVE = 32,   /* the last snapshot failed; gone with the next good one */
    TROUBLE_GAP = 64     /* a session was stopped by another program and started
                          * again; gone with the next good snapshot */
};

struct tray_model {
    enum tray_phase phase;
    uint32_t troubles; /* of enum tray_trouble */
    uint8_t saving;    /* snapshots that were asked for and are not done */
    uint8_t unflushed; /* those of them by key or menu whose FLUSH was not issued yet */
    bool asked;        /* one from outside is under way and waits for its FLUSH */
    bool again;        /* one more snapshot is wanted as soon as may be */
    bool exit_after;   /* stop when no snapshot is under way */
};

enum tray_event_kind {
    EVENT_STARTED,       /* troubles: FILE, BUFFER, PROVIDER as they are */
    EVENT_HOTKEY,        /* troubles: HOTKEY or 0 */
    EVENT_CONFIG,        /* troubles: CONFIG or 0 */
    EVENT_PROVIDERS,     /* troubles: PROVIDER or 0 */
    EVENT_PRESS,         /* the key */
    EVENT_SAVE,          /* the menu's entry */
    EVENT_ASKED,         /* a program from outside was granted a snapshot (ask_limit.h); while READY */
    EVENT_ASKED_FLUSHING,/* its FLUSH is issued now, or will not be any more */
    EVENT_FLUSHING,      /* the worker issues the FLUSH now */
    EVENT_SAVED,         /* the file is there and holds events */
    EVENT_SAVE_FAILED,
    EVENT_WATCHED,       /* the sessions are not as before; troubles: FILE, BUFFER, GAP as they are;
                          * a GAP that stands already stays */
    EVENT_SAVE_EXIT,     /* the menu's entry */
    EVENT_EXIT,          /* the menu's entry */
    EVENT_SESSION_END,   /* log-off or shutdown: stop at once */
    EVENT_STOPPED        /* the worker stopped both sessions */
};

struct tray_input {
    enum tray_event_kind kind;
    uint32_t troubles;
};

enum tray_action {
    ACTION_SAVE = 1,          /* ask the worker for a snapshot */
    ACTION_STOP = 2,          /* ask the worker to stop both sessions */
    ACTION_QUIT = 4,          /* leave the message loop */
    ACTION_HURRY = 8,         /* end a post-roll that is running */
    ACTION_SOUND_SAVED = 16,
    ACTION_SOUND_FAILED = 32,
    ACTION_SAY_BUSY = 64,     /* "still saving" */
    ACTION_SAY_OFF = 128,     /* a press with no ring to save: say why */
    ACTION_SAY_EARLY = 256    /* a press before the recording began: it is saved then */
};

struct tray_step {
    struct tray_model model;
    uint32_t actions; /* of enum tray_action */
};

struct tray_model tray_model_first(void);
struct tray_step tray_model_step(struct tray_model model, struct tray_input input);

/* What the icon shows in a state, and the tooltip's and the menu's first line. */
enum tray_icon tray_model_icon(const struct tray_model *model);
enum string_id tray_model_text(const struct tray_model *model);

#endif
