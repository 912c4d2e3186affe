#include "report/private/html.h"

void html_text(struct text *out, const char *str)
{
    text_share_loss(out, str);
    for (const char *at = str; *at; at++) {
        switch (*at) {
        case '&':
            text_add(out, "&amp;");
            break;
        case '<':
            text_add(out, "&lt;");
            break;
        case '>':
            text_add(out, "&gt;");
            break;
        case '"':
            text_add(out, "&quot;");
            break;
        case '\'':
            text_add(out, "&#39;");
            break;
        default:
            text_add_char(out, *at);
            break;
        }
    }
}

static const char colours[] =
    ":root{color-scheme:light dark;--back:#f6f7f9;--card:#fff;--line:#dfe3e8;--ink:#1b2330;--soft:#5c6675;"
    "--frame:#7f93ad;--late:#d6336c;--mark:#f59f00;--good:#2b8a3e;--shade:rgba(214,51,108,.10)}"
    "@media(prefers-color-scheme:dark){:root{--back:#12161c;--card:#1b212a;--line:#303947;--ink:#e6eaf0;--soft:#98a4b5;"
    "--frame:#5d7492;--late:#ff5c93;--mark:#ffc145;--good:#5fd07a;--shade:rgba(255,92,147,.14)}}";

static const char page[] =
    "*{box-sizing:border-box}body{margin:0;background:var(--back);color:var(--ink);"
    "font:15px/1.5 system-ui,'Segoe UI',Roboto,'Microsoft YaHei','Noto Sans CJK SC',sans-serif}"
    "main{max-width:1080px;margin:0 auto;padding:24px 20px 40px}"
    "header{border-left:5px solid var(--late);padding:2px 0 2px 16px;margin-bottom:20px}"
    "header.calm{border-color:var(--good)}"
    ".brand{font-size:13px;letter-spacing:.06em;color:var(--soft);font-weight:600}"
    "h1{font-size:25px;line-height:1.28;margin:4px 0 8px;font-weight:650;overflow-wrap:anywhere;text-wrap:balance}"
    ".meta{color:var(--soft);font-size:13px;overflow-wrap:anywhere}"
    "h2{font-size:16px;margin:0 0 10px}"
    "section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:16px 18px;margin:14px 0;break-inside:avoid}"
    ".figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(128px,1fr));gap:12px;padding:0;border:0;background:none}"
    ".figures div{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:10px 14px}"
    ".figures b{display:block;font-size:22px;font-weight:650;font-variant-numeric:tabular-nums}"
    ".figures span{color:var(--soft);font-size:12.5px}"
    "table{border-collapse:collapse;width:100%;font-size:13.5px;font-variant-numeric:tabular-nums}"
    "td{padding:4px 10px 4px 0;border-top:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}"
    "tr:first-child td{border-top:0}td.t{white-space:nowrap;color:var(--soft);width:1%}"
    "td.o{color:var(--soft);font-size:12px;text-align:right}"
    "ul{margin:0;padding-left:18px}li{margin:3px 0}p{margin:6px 0}.soft{color:var(--soft);font-size:13px}";

static const char parts[] =
    ".suspect{border-top:1px solid var(--line);padding:14px 0 6px}.suspect:first-of-type{border-top:0;padding-top:2px}"
    ".suspect h3{margin:0;font-size:16px;display:flex;gap:10px;align-items:baseline;flex-wrap:wrap}"
    ".pill{font-size:12px;font-weight:600;border-radius:99px;padding:1px 10px;border:1px solid var(--line);color:var(--soft)}"
    ".pill.sure{background:var(--late);border-color:var(--late);color:#fff}"
    ".pill.likely{border-color:var(--late);color:var(--late)}"
    ".says{font-size:15.5px;margin:4px 0;overflow-wrap:anywhere}.says::first-letter{text-transform:uppercase}"
    ".next{border-left:3px solid var(--good);padding-left:10px;margin:8px 0}"
    "details summary{cursor:pointer;color:var(--soft);font-size:13px}"
    ".row{display:grid;grid-template-columns:92px 1fr;align-items:center;gap:10px;min-height:24px}"
    ".row>span{color:var(--soft);font-size:12.5px;text-align:right}"
    ".row svg{display:block;width:100%;height:20px;background:linear-gradient(var(--line),var(--line)) center/100% 1px no-repeat}"
    ".row.frames svg{height:96px;background:none;border-bottom:1px solid var(--line)}"
    ".row.whole svg{height:60px;background:none;border-bottom:1px solid var(--line)}"
    ".axis{display:flex;justify-content:space-between;color:var(--soft);font-size:12px;margin-left:102px;font-variant-numeric:tabular-nums}"
    "svg rect{shape-rendering:crispEdges}rect.f{fill:var(--frame)}rect.l{fill:var(--late)}rect.s{fill:var(--shade)}"
    "rect.e{fill:var(--line);opacity:.6}rect.g{fill:var(--soft);opacity:.35}rect.h{fill:var(--soft);opacity:.3}"
    "rect.m{fill:var(--mark)}rect.k{fill:var(--ink);opacity:.75}rect.m:hover,rect.f:hover,rect.l:hover{fill:var(--ink);cursor:pointer}"
    ".legend{display:flex;flex-wrap:wrap;gap:2px 16px;margin:10px 0 0 102px;color:var(--soft);font-size:12.5px}"
    ".legend i{display:inline-block;width:11px;height:11px;border-radius:2px;margin-right:6px;vertical-align:-1px}"
    ".legend .f{background:var(--frame)}.legend .l{background:var(--late)}.legend .m{background:var(--mark)}"
    ".legend .e{background:var(--line)}.legend .h{background:var(--soft);opacity:.3}.state{color:var(--late);font-weight:600}"
    ".legend .k{background:var(--ink);width:3px}.li{font-size:13.5px;font-variant-numeric:tabular-nums;padding:3px 0}"
    "#picked{min-height:21px;margin:8px 0 0 102px;font-size:13.5px;overflow-wrap:anywhere}"
    ".bar{background:var(--line);border-radius:3px;height:8px;position:relative;min-width:120px}"
    ".bar i{position:absolute;top:0;bottom:0;background:var(--frame);border-radius:3px}"
    "@media(max-width:640px){main{padding:14px 12px 30px}h1{font-size:20px}.row{grid-template-columns:1fr;gap:0}"
    ".row>span{text-align:left;margin-top:6px}.axis,#picked,.legend{margin-left:0}.axis span:nth-child(even){display:none}td.o{text-align:left}"
    ".proofs td{display:block;border:0;padding:1px 0}.proofs tr{display:block;border-top:1px solid var(--line);padding:4px 0}"
    "td.o,td.t{width:auto}.bar{min-width:60px}}"
    "@media print{:root{--back:#fff;--card:#fff;--line:#ccc;--ink:#000;--soft:#444;--frame:#889;--late:#c2255c;--mark:#e8890c}"
    "body{font-size:11.5px}main{max-width:none;padding:0}section{padding:8px 10px}*{-webkit-print-color-adjust:exact;print-color-adjust:exact}}";

/* A click keeps the words of a mark in sight, as touch screens need. */
static const char script[] =
    "<script>document.addEventListener('click',function(e){var t=e.target.querySelector&&e.target.querySelector('title');"
    "if(t&&e.target.tagName==='rect'){document.getElementById('picked').textContent=t.textContent}})</script>";

void html_begin(struct text *out, enum language language, const char *title)
{
    text_addf(out, "<!doctype html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n",
              language == LANGUAGE_ZH_CN ? "zh-CN" : "en");
    text_add(out, "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>");
    html_text(out, title);
    text_add(out, "</title>\n<style>");
    text_add(out, colours);
    text_add(out, page);
    text_add(out, parts);
    text_add(out, "</style>\n</head>\n<body>\n<main>\n");
}

void html_end(struct text *out)
{
    text_add(out, "</main>\n");
    text_add(out, script);
    text_add(out, "\n</body>\n</html>\n");
}
