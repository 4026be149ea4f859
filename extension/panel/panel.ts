import { reportPath, watchUrl } from "#contract/addresses.ts";
import { captionsReaderWords } from "#contract/browser-captions.ts";
import { plural } from "#contract/format.ts";
import { momentsWords } from "#contract/score-standing.ts";
import { CaptionsReadBy } from "#contract/video.ts";
import type { Result } from "../answers.ts";
import {
	type Analysis,
	hasResult,
	MyVotes,
	Nothing,
	Progress,
	Report,
	readEvent,
	Started,
	toResult,
} from "../answers.ts";
import { button, element } from "../element.ts";
import {
	type BackgroundMessage,
	PANEL_PORT,
	type SignInAnswer,
	type ToPage,
	type ToPanel,
} from "../messages.ts";
import { ask, readKept, retryHelps, ServerProblem, signOut } from "../server.ts";
import { NOT_CHECKED, resultLook, verdictLine } from "../verdict.ts";
import { statementRow, type Vote } from "./statement-row.ts";

const STEPS: Record<string, string> = {
	extracting: "Reading the video",
	processing: "Finding statements",
	searching: "Searching for sources",
	finalizing: "Finalizing",
};
const TRY_AGAIN = "Try Again";
const FAILED = "Something went wrong. Please try again.";
const CONNECT_AGAIN_MS = 500;
/** A stream that has ended is followed by the result, or by another try. */
const LOOK_AGAIN_MS = 3_000;

const query = new URLSearchParams(location.hash.slice(1));
const video_id = query.get("v") ?? "";
const main = document.querySelector("main") as HTMLElement;
document.documentElement.dataset.theme = query.get("theme") ?? "light";

const note = element("p", { role: "status", "aria-live": "polite" });
const actions = element("div", { class: "stack" });
const list = element("ol", {});
const body = element("div", { class: "body" }, note, actions, list);

let server = "";
let rows = new Map<string, ReturnType<typeof statementRow>>();
let report: Report | null = null;
let stream: EventSource | null = null;
/** Whether this panel has sent captions, which the same browser cannot confirm. */
let has_sent = false;
let wanted = query.get("statement");

// --- The page that the panel is in ---

const tellBackground = (message: BackgroundMessage): Promise<unknown> =>
	chrome.runtime.sendMessage(message);

let port: chrome.runtime.Port | null = null;
const send = (message: ToPage) => (port ?? connect()).postMessage(message);
const answers: {
	[Type in ToPanel["type"]]: (message: Extract<ToPanel, { type: Type }>) => void;
} = {
	time: ({ seconds }) => followPlayback(seconds),
	show: ({ statement_id }) => showStatement(statement_id),
	has_captions: ({ yes }) => offerCaptions(yes),
	captions: ({ vtt }) => void sendCaptions(vtt),
};

/** Through the background: in Firefox, a page that is framed by a site does not have `chrome.tabs`. */
function connect(): chrome.runtime.Port {
	const opened = chrome.runtime.connect({ name: PANEL_PORT });
	port?.disconnect();
	port = opened;
	opened.onMessage.addListener((message: ToPanel) => {
		(answers[message.type] as ((it: ToPanel) => void) | undefined)?.(message);
	});
	// The browser ends a background that has nothing to do for a while.
	opened.onDisconnect.addListener(() => {
		if (port !== opened) return;
		port = null;
		setTimeout(() => port ?? connect(), CONNECT_AGAIN_MS);
	});
	return opened;
}

function followPlayback(seconds: number): void {
	const said = report?.statements.findLast(
		({ timestamp, timestamp_source }) => timestamp_source !== "unknown" && timestamp <= seconds,
	);
	for (const [id, { row }] of rows) {
		const is_current = id === said?.id;
		if (row.ariaCurrent === String(is_current)) continue;
		row.ariaCurrent = String(is_current);
		// Somebody who reads another one keeps their place.
		if (is_current && !list.contains(document.activeElement)) reveal(row);
	}
}

/** Scrolls the list alone: the page around the frame stays where it is. */
function reveal(row: HTMLElement): void {
	body.scrollTop = row.offsetTop - body.offsetTop - 8;
}

function showStatement(id: string): void {
	const found = rows.get(id)?.row;
	if (!found) return;
	reveal(found);
	found.focus({ preventScroll: true });
}

// --- What the server says ---

async function attempt(work: () => Promise<void>): Promise<void> {
	try {
		await work();
	} catch (thrown) {
		const problem = thrown instanceof ServerProblem ? thrown : new ServerProblem(500, "", FAILED);
		say(problem.message);
		if (retryHelps(problem))
			note.append(
				" ",
				button(TRY_AGAIN, () => again(work)),
			);
	}
}

function again(work: () => Promise<void>): Promise<void> {
	say("");
	return attempt(work);
}

function say(words: string): void {
	note.className = words === "" ? "" : "notice";
	note.textContent = words;
}

async function load(): Promise<void> {
	report = await ask(`/api/videos/${encodeURIComponent(video_id)}`, { schema: Report }).catch(
		(thrown: unknown) => {
			if (thrown instanceof ServerProblem && thrown.status === 404) return null;
			throw thrown;
		},
	);
	await show();
}

async function show(): Promise<void> {
	const signed_in = (await readKept()).key !== undefined;
	const result = report && hasResult(report) ? toResult(report) : null;
	drawList();
	drawActions(result, signed_in);
	if (result) send({ type: "result", result });
	if (result && signed_in) await loadVotes();
	if (wanted !== null) showStatement(wanted);
	wanted = null;
}

function drawActions(result: Result | null, signed_in: boolean): void {
	const { analysis = null, video } = report ?? {};
	const is_running = analysis?.status === "analyzing";
	const failure = is_running ? null : (video?.error ?? null);
	actions.replaceChildren(
		...outcome(result),
		...(result ? [...origin(video), reportLink()] : []),
		...(failure ? [element("p", { class: "notice", role: "alert" }, failure.detail)] : []),
	);
	if (is_running) followRun(analysis);
	else if (result?.scope !== "full" && (failure === null || retryHelps(failure)))
		actions.append(checkButton(signed_in, checkWords(failure !== null, result !== null)));
	// A second browser with the same captions confirms the first one's.
	if (failure?.transcript_wanted || (!is_running && result && isUnconfirmed()))
		send({ type: "has_captions" });
	actions.append(account(signed_in));
}

function outcome(result: Result | null): HTMLElement[] {
	const look = result ? resultLook(result) : NOT_CHECKED;
	const notes: string[] = [];
	if (report && result?.scope === "moments") notes.push(`${momentsWords(report.moments.length)}.`);
	return [
		element("p", { class: "outcome" }, verdictLine(look)),
		...notes.map((words) => element("p", { class: "muted" }, words)),
	];
}

const isUnconfirmed = () => !has_sent && report?.video.captions_read_by === "browser";

function origin(video: Report["video"] | undefined): HTMLElement[] {
	const read_by = CaptionsReadBy.safeParse(video?.captions_read_by).data;
	return read_by ? [element("p", { class: "muted" }, captionsReaderWords(read_by))] : [];
}

function reportLink(): HTMLElement {
	return element(
		"a",
		{
			class: "button",
			href: server + reportPath(video_id),
			target: "_blank",
			rel: "noopener noreferrer",
		},
		"Open the Report",
	);
}

function checkWords(has_failed: boolean, has_moments: boolean): string {
	if (has_failed) return TRY_AGAIN;
	return has_moments ? "Check the Whole Video" : "Check This Video";
}

function checkButton(signed_in: boolean, words: string): HTMLElement {
	return button(
		signed_in ? words : `Sign In to ${words}`,
		() => attempt(async () => void ((await member()) && (await analyze({})))),
		words === TRY_AGAIN ? "" : "primary",
	);
}

function account(signed_in: boolean): HTMLElement {
	return element(
		"div",
		{ class: "row" },
		signed_in
			? button("Sign Out", () => attempt(leaveAccount), "plain")
			: button("Sign In", () => attempt(async () => void (await member())), "plain"),
		button("Settings", () => void tellBackground({ type: "open_options" }), "plain"),
	);
}

function drawList(): void {
	if (!report) return;
	const result = toResult(report);
	const made = report.statements.map((statement) => {
		const drawn = statementRow(statement, {
			result,
			server,
			onSeek: (seconds) => send({ type: "seek", seconds }),
			onVote: (id, vote) => attempt(() => castVote(id, vote)),
		});
		return [statement.id, drawn] as const;
	});
	rows = new Map(made);
	list.replaceChildren(...made.map(([, { row }]) => row));
}

// --- The member ---

/** Whether somebody is signed in, after asking them to. */
async function member(): Promise<boolean> {
	if ((await readKept()).key !== undefined) return true;
	say("Press Allow in the window that opens.");
	const answer = (await tellBackground({ type: "sign_in" })) as SignInAnswer | null;
	const problem = answer === null ? FAILED : answer.problem;
	await show();
	say(problem ?? "");
	return problem === null;
}

async function leaveAccount(): Promise<void> {
	say((await signOut()) ?? "You are signed out.");
	await show();
}

async function loadVotes(): Promise<void> {
	const { votes } = await ask(`/api/videos/${encodeURIComponent(video_id)}/my-votes`, {
		schema: MyVotes,
		as_member: true,
	});
	for (const [id, { showVote }] of rows) showVote(votes[id] ?? null);
}

async function castVote(id: string, vote: Vote | null): Promise<void> {
	if (!(await member())) return;
	await ask(`/api/statements/${encodeURIComponent(id)}/vote`, {
		schema: Nothing,
		as_member: true,
		...(vote === null ? { method: "DELETE" } : { method: "PUT", body: { vote_type: vote } }),
	});
	rows.get(id)?.showVote(vote);
	say("");
}

// --- An analysis ---

async function analyze(more: Record<string, unknown>): Promise<void> {
	say("");
	await ask("/api/analyze", {
		schema: Started,
		method: "POST",
		body: { url: watchUrl(video_id), ...more },
		as_member: true,
	});
	await load();
}

function followRun(begun: Analysis | null): void {
	const bar = element("progress", { max: "100", "aria-label": "Analysis" });
	const stage = element("p", { role: "status", "aria-live": "polite" });
	const detail = element("p", { class: "muted", dir: "auto" });
	const update = (it: Analysis | null) => {
		if (!it) return;
		bar.value = it.progress;
		const words = STEPS[it.analysis_step ?? ""] ?? "Rating statements";
		if (stage.textContent !== words) stage.textContent = words;
		const count = it.claims_found > 0 ? `${plural(it.claims_found, "statement")} found. ` : "";
		const waits = it.activity?.kind === "wait" ? "Waiting for " : "";
		detail.textContent = count + waits + (it.activity?.text ?? "");
	};
	update(begun);
	actions.append(stage, bar, detail);
	stream?.close();
	const opened = new EventSource(`${server}/api/videos/${encodeURIComponent(video_id)}/events`);
	stream = opened;
	const end = () => {
		opened.close();
		if (stream === opened)
			void attempt(() => tellBackground({ type: "forget_lookups" }).then(load));
	};
	opened.addEventListener("snapshot", ({ data }) =>
		update(readEvent(Report, data)?.analysis ?? null),
	);
	opened.addEventListener("progress", ({ data }) =>
		update(readEvent(Progress, data)?.analysis ?? null),
	);
	opened.addEventListener("completed", end);
	opened.addEventListener("failed", end);
	opened.addEventListener("error", () => {
		if (opened.readyState === EventSource.CLOSED) setTimeout(end, LOOK_AGAIN_MS);
	});
}

// --- Captions that YouTube withholds from the server ---

function offerCaptions(yes: boolean): void {
	if (!yes || actions.querySelector("[data-captions]")) return;
	const send_button = button(
		"Send the Captions from My Browser",
		() =>
			attempt(async () => {
				if (!(await member())) return;
				say("Reading the captions…");
				send({ type: "read_captions" });
			}),
		"primary",
	);
	send_button.dataset.captions = "";
	// After the reason, or what there is already.
	const [before] = [...actions.querySelectorAll(".notice, a.button")].slice(-1);
	before?.after(
		send_button,
		element(
			"p",
			{ class: "muted" },
			isUnconfirmed()
				? "Members sent these captions. Once two members have sent the same from two networks, a day apart, the report says so, and the video is listed."
				: "YouTube did not give this video's captions to our server, but your browser has them. The report says that a member's browser read them.",
		),
	);
}

async function sendCaptions(vtt: string | null): Promise<void> {
	if (vtt === null)
		return say("The captions could not be read. Play the video for a moment, then try again.");
	const force = report !== null && hasResult(report);
	has_sent = true;
	await attempt(() => analyze({ transcript: vtt, ...(force && { force }) }));
}

// --- Start ---

async function start(): Promise<void> {
	({ server } = await readKept());
	const close = button("Close", () => send({ type: "close" }), "plain");
	main.replaceChildren(
		element("div", { class: "head" }, element("h1", {}, "BS Detector"), close),
		body,
	);
	connect();
	await load();
}

window.addEventListener("pagehide", () => stream?.close());
void attempt(start);
