/** The site's colours by role; the marks on the player are always on a dark ground. */
const LIGHT =
	"--ground:#fff;--sunken:#f0ede5;--rule:#8b8577;--ink:#1c1a17;--muted:#5c574d;--factual:#005f73;--moderate:#9a5800;--high:#8f1a30";
const DARK =
	"--ground:#1f1d1a;--sunken:#0f0e0d;--rule:#7f796c;--ink:#f1eee7;--muted:#b3ad9f;--factual:#6ec6ff;--moderate:#ffca3a;--high:#ff6b6b";

const SHARED = `
:host{all:initial;${LIGHT};font:14px/1.4 system-ui,sans-serif;color:var(--ink)}
:host([data-dark]){${DARK}}
*{box-sizing:border-box}
button{font:inherit;color:inherit;cursor:pointer}
button:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
.mark{flex:none;inline-size:16px;block-size:16px;fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.hollow .outline{stroke-dasharray:1.5 2}
.words{display:inline-flex;align-items:center;gap:6px;min-inline-size:0}
[data-band=factual]{color:var(--factual)}
[data-band=moderate]{color:var(--moderate)}
[data-band=high]{color:var(--high)}
`;

export const CHIP_STYLES = `${SHARED}
:host{display:block;margin-block:8px 0;max-inline-size:100%}
button{direction:ltr;display:inline-flex;align-items:center;gap:8px;max-inline-size:100%;min-block-size:32px;padding:4px 12px;border:1px solid var(--rule);border-radius:4px;background:var(--ground);font-weight:600;text-align:start;overflow-wrap:anywhere}
button.hollow{border-style:dotted;border-width:2px;font-weight:400;color:var(--muted)}
button:hover{border-color:var(--ink)}
.name{font-weight:400;color:var(--muted);border-inline-start:1px solid var(--rule);padding-inline-start:8px}
@media(max-width:480px){.name{display:none}}
`;

export const MARK_STYLES = `
:host{all:initial;position:absolute;inset:0;pointer-events:none;z-index:45;direction:ltr;${DARK}}
i{position:absolute;inset-block:-2px;inline-size:4px;margin-inline-start:-2px;border:1px solid #000;background:currentColor;border-radius:1px}
i.hollow{background:#000;border:1px dotted #fff;color:#fff}
i[data-band=factual]{color:var(--factual)}
i[data-band=moderate]{color:var(--moderate)}
i[data-band=high]{color:var(--high)}
`;

export const CARD_STYLES = `${SHARED}
:host{position:absolute;inset-block-start:64px;inset-inline-end:12px;z-index:58;inline-size:min(320px,calc(100% - 24px));${DARK};color-scheme:dark}
.card{direction:ltr;display:grid;gap:6px;padding:12px;border:1px solid var(--rule);border-radius:4px;background:var(--ground);color:var(--ink)}
.verdict{display:flex;align-items:center;gap:6px;font-weight:600}
.content{margin:0;font:15px/1.4 Georgia,serif;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}
.row{display:flex;flex-wrap:wrap;gap:4px 12px}
.row button{min-block-size:28px;padding:2px 0;border:0;background:none;text-decoration:underline;text-underline-offset:3px}
@media(max-width:640px){:host{inset-block-start:8px}.content{-webkit-line-clamp:2}}
`;

export const FRAME_STYLES = `${SHARED}
:host{display:block;margin-block-end:16px}
iframe{display:block;inline-size:100%;block-size:min(560px,80vh);border:1px solid var(--rule);border-radius:4px;background:var(--ground)}
`;
