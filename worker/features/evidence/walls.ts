import type { TextProblem } from "#contract/verdicts.ts";
import { MIN_TEXT_CHARS } from "./canonical-text.ts";

/** Pages that a site shows in place of an article. */

/** A shorter line is a heading, a link or a button. */
const MIN_LINE_CHARS = 40;
/** A message is shorter. A longer paragraph is prose, whatever it mentions. */
const MAX_MESSAGE_CHARS = 800;
/** A wall has its message near the start. */
const EARLY_CHARS = 3_000;

/** What sites write to visitors whom they do not show the page, each with how it may go on. */
const PHRASES = [
	// Robots.
	/(?:verif\w{1,8}|confirm|prove|check\w{0,4}|make sure|ensure)\b.{0,40}\b(?:human|robot|bot)\b/,
	/\b(?:are you|you are|you're|i'm|i am)\b.{0,20}\b(?:not )?an? (?:robot|bot)\b/,
	/\bunusual (?:traffic|activity)\b|\bsuspicious (?:traffic|activity|behaviou?r)\b|\bautomated (?:access|requests|queries|traffic)\b/,
	/\bchecking (?:your browser|if the site)|\bjust a moment\b|\bsecurity (?:check|verification)\b|\bcaptcha\b/,
	/\b(?:access|request) (?:to this (?:page|site|website) )?(?:has been |is |was )?(?:denied|blocked|forbidden|unsuccessful)\b/,
	/\byou (?:have been|were|are) (?:temporarily )?(?:blocked|banned)\b|\byou don't have permission\b|\bip (?:address )?(?:has been|is|was) (?:temporarily )?(?:blocked|banned)\b/,
	/\bpardon our interruption\b|\bddos protection\b|\bour systems have detected\b|\btoo many requests\b|\brate limit(?:ed)?\b/,
	/\b(?:not|isn't) available in your (?:country|region|location)\b/,
	// Scripts and cookies.
	/\b(?:enable|turn on|activate|requires?|without|need)\b.{0,12}\bjavascript\b|\bjavascript\b.{0,20}\b(?:disabled|required|turned off|not enabled)\b/,
	/\bjavascript\b.{0,20}\b(?:aktivieren|activer|activez|habilit[ae]r?|abilita)|\b(?:aktivieren|activer|activez|habilit[ae]|abilita)\b.{0,20}\bjavascript\b/,
	/\b(?:enable|accept|allow) (?:all )?(?:the )?cookies\b|\bcookies (?:are|must be) (?:disabled|enabled|accepted)\b/,
	// Consent.
	/\b(?:before you continue|continue to (?:the )?site|to continue(?: reading)?,? (?:please )?(?:accept|agree|consent))\b/,
	/\b(?:accept|agree|consent|reject|manage)\b.{0,60}\b(?:cookies|our partners|personal data|tracking|privacy)\b/,
	/\bwe (?:and our|value your)\b.{0,30}\b(?:partners|privacy)\b|\bconsent (?:or|to) (?:pay|subscribe)\b/,
	/\b(?:zustimmen|einwilligen|akzeptieren)\b.{0,60}\b(?:cookies|werbung|tracking|weiter)|\bmit werbung\b.{0,20}\b(?:lesen|weiter)|\bcookies\b.{0,40}\b(?:zustimmen|akzeptieren)\b/,
	/\baccepter\b.{0,40}\bcookies\b|\baceptar\b.{0,40}\bcookies\b|\baccetta\b.{0,40}\bcookie/,
	// Accounts and subscriptions.
	/\b(?:log ?in|sign ?in|logged in|signed in|register|create (?:an|a free) account)\b.{0,50}\b(?:to (?:continue|read|view|see|access|your)|account|required|first)\b/,
	/\b(?:must|need to|have to|please) (?:be )?(?:log|sign|logged|signed) ?in\b/,
	/\bsubscri(?:be|bers?|ption)\b.{0,30}\b(?:to (?:continue|read|keep reading|unlock)|only|required)\b|\bfor subscribers\b/,
	/\b(?:bitte|jetzt) (?:anmelden|einloggen|melden sie sich)|\bmelden sie sich an\b|\bse connecter\b|\bidentifiez-vous\b|\binicia(?:r)? sesi[oó]n\b/,
	// Pages that are not there.
	/\b(?:page|article|content|story|document|url|link|site)\b.{0,45}\b(?:not (?:be )?found|doesn't exist|does not exist|no longer (?:available|exists?|here)|(?:been )?(?:removed|deleted|moved)|cannot be found|isn't available|is unavailable|missing)\b/,
	/\b(?:couldn't|could not|can't|cannot|unable to) (?:find|locate|be found)\b.{0,40}\b(?:page|looking for|article|requested)\b|\berror 404\b|\b404 (?:error|not found|page)\b/,
	/\bseite\b.{0,40}\b(?:nicht gefunden|existiert nicht|nicht (?:mehr )?verf[uü]gbar)\b|\bpage introuvable\b|\bp[aá]gina no (?:encontrada|existe)\b|\bpagina non trovata\b/,
];

/**
 * Why a page does not count as opened, by its canonical text and its title; null if it does. What
 * an article tells stands in lines of running text or in tables; the menus and the small print
 * around a message that is in no list here do not.
 */
export function findTextProblem(
	text: string,
	title = "",
): Extract<TextProblem, "too_little_text" | "blocked"> | null {
	const early = [title, ...text.slice(0, EARLY_CHARS).split("\n")];
	const messages = new Set(early.filter(isMessage));
	const told = text
		.split("\n")
		.filter((line) => line.length >= MIN_LINE_CHARS || line.includes("\t"));
	const besides = told.filter((line) => !messages.has(line));
	if (messages.size > 0 && lengthOf(besides) < MIN_TEXT_CHARS) return "blocked";
	return lengthOf(told) < MIN_TEXT_CHARS ? "too_little_text" : null;
}

function lengthOf(lines: readonly string[]): number {
	return lines.reduce((sum, line) => sum + line.length, 0);
}

function isMessage(line: string): boolean {
	if (line.length > MAX_MESSAGE_CHARS) return false;
	const folded = line.toLowerCase().replaceAll("’", "'");
	return PHRASES.some((it) => it.test(folded));
}
