/** The card's whole style; the page's policy names it by its hash. */
export const EMBED_STYLE = `
:root{color-scheme:light dark;--ground:light-dark(#fff,#1f1d1a);--line:light-dark(#dbd6ca,#3a3732);--rule:light-dark(#8b8577,#7f796c);--ink:light-dark(#1c1a17,#f1eee7);--muted:light-dark(#5c574d,#b3ad9f);--factual:light-dark(#005f73,#6ec6ff);--moderate:light-dark(#9a5800,#ffca3a);--high:light-dark(#9b1c31,#ff6b6b)}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box;margin:0;padding:0}
html,body{min-height:100%}
body{background:var(--ground);color:var(--ink);font:15px/1.4 "Source Sans 3",system-ui,sans-serif;font-variant-numeric:tabular-nums}
main{min-height:100vh;border:1px solid var(--rule);border-top:4px solid var(--ink);padding:12px 14px;display:flex;flex-direction:column;gap:10px}
a{color:inherit;text-underline-offset:3px;text-decoration-color:var(--rule)}
a:hover{text-decoration-color:currentColor}
a:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
h1{font:600 18px/1.25 "Source Serif 4",Georgia,serif;overflow-wrap:anywhere;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
h1 a{text-decoration:none}
h1 a:hover{text-decoration:underline}
.by{color:var(--muted);font-size:13px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.verdict{display:flex;flex-wrap:wrap;align-items:center;gap:2px 10px;font-weight:600}
.score{font-size:40px;line-height:1}
.of{color:var(--muted);font-size:13px;font-weight:400}
.word{font:600 19px/1.2 "Source Serif 4",Georgia,serif;display:inline-flex;align-items:center;gap:7px}
.factual{color:var(--factual)}.moderate{color:var(--moderate)}.high{color:var(--high)}
svg{flex:none;display:block}
.scale{width:100%;height:18px}
.facts{font-size:13px;color:var(--muted)}
ul{list-style:none;display:flex;flex-wrap:wrap;gap:4px 14px;font-size:13px}
li{display:inline-flex;align-items:center;gap:5px}
.mark{border:1px dashed var(--rule);padding:5px;font-size:13px;background:repeating-linear-gradient(45deg,var(--line) 0 2px,transparent 2px 7px)}
.mark span{display:block;background:var(--ground);padding:3px 7px}
footer{margin-top:auto;padding-top:8px;border-top:1px solid var(--line);display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:0 12px;font-size:13px}
footer a{display:inline-flex;align-items:center;min-height:28px;font-weight:600}
footer span{color:var(--muted)}
`;
