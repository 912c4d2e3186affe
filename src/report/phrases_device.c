#include "report/phrases.h"

#include <string.h>

#include "strings/format.h"

#define BLUETOOTH "Bluetooth"

/* Who sells what is plugged into game machines; source: the public list of USB
 * vendor ids. */
static const struct {
    uint32_t vendor;
    const char *name;
} vendors[] = {
    {0x03F0, "HP"},        {0x044F, "Thrustmaster"}, {0x045E, "Microsoft"}, {0x046D, "Logitech"},  {0x04E8, "Samsung"},
    {0x054C, "Sony"},      {0x056A, "Wacom"},        {0x057E, "Nintendo"},  {0x05AC, "Apple"},     {0x05E3, "Genesys Logic"},
    {0x0738, "Mad Catz"},  {0x0781, "SanDisk"},      {0x0951, "Kingston"},  {0x0A12, "CSR"},       {0x0A5C, "Broadcom"},
    {0x0B05, "ASUS"},      {0x0BB4, "HTC"},          {0x0BC2, "Seagate"},   {0x0BDA, "Realtek"},   {0x0CF3, "Qualcomm"},
    {0x0D8C, "C-Media"},   {0x0E6F, "PDP"},          {0x0E8D, "MediaTek"},  {0x0EB7, "Fanatec"},   {0x0F0D, "Hori"},
    {0x0FD9, "Elgato"},    {0x1038, "SteelSeries"},  {0x1058, "Western Digital"}, {0x1235, "Focusrite"}, {0x146B, "Nacon"},
    {0x1532, "Razer"},     {0x18D1, "Google"},       {0x1B1C, "Corsair"},   {0x1E7D, "Roccat"},    {0x20D6, "PowerA"},
    {0x2109, "VIA Labs"},  {0x24C6, "PowerA"},       {0x2516, "Cooler Master"}, {0x256F, "3Dconnexion"}, {0x2833, "Meta"},
    {0x28DE, "Valve"},     {0x2DC8, "8BitDo"},       {0x31E3, "Wooting"},   {0x3434, "Keychron"},  {0x413C, "Dell"},
    {0x8087, "Intel"}};

/* Makers whose input devices are controllers. */
static bool makes_controllers(uint32_t vendor)
{
    static const uint32_t list[] = {0x044F, 0x054C, 0x057E, 0x0738, 0x0E6F, 0x0EB7, 0x0F0D, 0x146B, 0x20D6, 0x24C6, 0x28DE, 0x2DC8};
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        if (list[i] == vendor)
            return true;
    }
    return false;
}

/* The last four of the digits behind a mark: "VID_046D", "VID&0002054C". */
static uint32_t number_after(const char *id, const char *mark)
{
    const char *at = strstr(id, mark);
    uint32_t value = 0;
    for (at = at ? at + strlen(mark) : ""; *at; at++) {
        unsigned digit = *at >= '0' && *at <= '9'   ? (unsigned)(*at - '0')
                         : *at >= 'A' && *at <= 'F' ? (unsigned)(*at - 'A') + 10u
                         : *at >= 'a' && *at <= 'f' ? (unsigned)(*at - 'a') + 10u
                                                    : 16u;
        if (digit > 15)
            break;
        value = (value << 4 | digit) & 0xFFFF;
    }
    return value;
}

static bool begins(const char *id, const char *with)
{
    return strncmp(id, with, strlen(with)) == 0;
}

/* Services 0x1124 and 0x1812 are input devices over Bluetooth. */
static bool is_bluetooth(const char *id)
{
    return begins(id, "BTH") || begins(id, "HID\\{00001124") || begins(id, "HID\\{00001812");
}

static enum string_id class_of(const char *id, uint32_t vendor)
{
    if (strstr(id, "IG_") || (begins(id, "HID\\") && makes_controllers(vendor)))
        return STR_device_controller;
    if (begins(id, "HDAUDIO\\") || begins(id, "SWD\\MMDEVAPI"))
        return STR_device_audio;
    if (begins(id, "DISPLAY\\"))
        return STR_device_display;
    if (begins(id, "USBSTOR\\") || begins(id, "SCSI\\") || begins(id, "STORAGE\\"))
        return STR_device_drive;
    if (begins(id, "HID\\"))
        return STR_device_input;
    if (begins(id, "BTH"))
        return STR_device_bluetooth;
    return begins(id, "USB\\") ? STR_device_usb : STR_word_some_device;
}

/* What Logitech's mice and keyboards talk to. */
static bool is_receiver(uint32_t vendor, uint32_t product)
{
    return vendor == 0x046D && product >= 0xC517 && product <= 0xC54F;
}

static const char *vendor_name(uint32_t vendor)
{
    for (size_t i = 0; i < sizeof vendors / sizeof vendors[0]; i++) {
        if (vendors[i].vendor == vendor)
            return vendors[i].name;
    }
    return NULL;
}

/* Is it said in that name already? */
static bool says(const char *name, const char *word)
{
    for (; name && *name; name++) {
        if (str_begins_nocase(name, word, strlen(word)))
            return true;
    }
    return false;
}

static void add_more(struct text *out, enum language language, const char *maker, bool radio)
{
    struct text more = TEXT_EMPTY;
    if (maker)
        text_add(&more, maker);
    if (maker && radio)
        text_add(&more, string_get(language, STR_word_comma));
    if (radio)
        text_add(&more, BLUETOOTH);
    text_addf(out, string_get(language, STR_device_more), text_str(&more));
    text_done(&more);
}

void phrases_device(struct text *out, enum language language, const char *id, const char *name)
{
    if (!verdict_is_device(id)) {
        text_add(out, id);
        return;
    }
    uint32_t vendor = number_after(id, strstr(id, "VID_") ? "VID_" : "VID&");
    uint32_t product = number_after(id, strstr(id, "PID_") ? "PID_" : "PID&");
    enum string_id class = class_of(id, vendor);
    const char *maker = vendor_name(vendor);
    bool radio = is_bluetooth(id) && class != STR_device_bluetooth;
    struct text receiver = TEXT_EMPTY;
    if (maker && !name && is_receiver(vendor, product)) {
        text_addf(&receiver, string_get(language, STR_device_receiver), maker);
        maker = text_str(&receiver);
    }
    if (maker && says(name, maker))
        maker = NULL;
    radio = radio && !says(name, BLUETOOTH);
    text_add(out, name ? name : string_get(language, class));
    if (maker || radio)
        add_more(out, language, maker, radio);
    text_done(&receiver);
}
