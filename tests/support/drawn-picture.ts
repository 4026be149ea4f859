/** A quiet drawing in the place of a video's picture: a wall in the sea with its light, at 4:3 as the platform has them. */
export const DRAWN_PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 360" width="480" height="360">
<defs>
<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#8fa3ad"/><stop offset="1" stop-color="#e3ded2"/></linearGradient>
<linearGradient id="sea" x2="0" y2="1"><stop stop-color="#7d929b"/><stop offset="1" stop-color="#46575f"/></linearGradient>
</defs>
<path fill="url(#sky)" d="M0 0h480v216H0z"/>
<circle cx="118" cy="150" r="24" fill="#f3eee2"/>
<path fill="#a9b0ac" d="M0 216l70-34 54 18 66-40 74 38 60-22 156 40z"/>
<path fill="url(#sea)" d="M0 216h480v144H0z"/>
<path fill="none" stroke="#c8d0cf" stroke-width="2" stroke-linecap="round" d="M30 244h60m34 0h26M12 268h38m60 6h70M40 300h86m40-8h30"/>
<path fill="#5e5a52" d="M214 230h266v92H252z"/>
<path fill="#7a756b" d="M214 230h266v18H222z"/>
<path stroke="#4a463f" stroke-width="2" d="M232 274h248M242 298h238M280 248v26m54-26v26m54-26v26m54-26v26M306 274v24m54-24v24m54-24v24"/>
<path fill="#efeae0" d="M344 112h36l9 118h-54z"/>
<path fill="#9a9488" d="M342 142h40l3 28h-46zm-5 56h50l2 26h-55z"/>
<path fill="#3f3b35" d="M336 104h52v10h-52zm8-26h36v26h-36zm-3 0 21-20 21 20z"/>
<path fill="#f3e3b0" d="M352 84h20v16h-20z"/>
</svg>`;
