import { foldText } from "../text/fold-text.ts";

/** Words of four letters and more that any two texts share: they carry no claim. */
const WORDS = `that this these those there their they them then than thus what when where which while
	whose whom with within from into onto upon about also have having been being were will would
	could should might must does doing done some such very just only even ever much many each
	other others another because your yours here like said says still really people thing things
	dass dies diese dieser dieses diesem diesen eine einer eines einem einen sind sein seine wird
	werden wurde wurden haben hatte hatten oder aber auch noch schon sich nach über unter durch
	wenn weil mehr sehr kann können muss müssen sollte damit dann doch alle allem aller beim
	cette dans avec pour mais plus sont être avoir était étaient sera elle elles nous vous leur
	leurs comme tout tous toute toutes fait aussi entre même encore dont alors quand parce
	esta este estos estas para pero como cuando donde porque entre sobre desde hasta está están
	tiene tienen había sido eran fueron todo todos todas otro otra otros también muy ellos ellas
	isso isto essa esse pelo pela mais quando onde também está estão eram foram tudo todos ainda
	questo questa questi queste sono essere hanno aveva della dello delle degli nella nelle anche
	come quando dove perché tutto tutti molto ancora
	deze zijn wordt worden werd werden hebben heeft naar maar ook omdat door over voor zeer
	этот этого этой этом эти что чтобы было были будет быть есть который которая которые которых
	когда где если потому также только очень между после перед него неё них`;

export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
	WORDS.split(/\s+/).map((word) => foldText(word)),
);
