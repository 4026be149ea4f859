import type { Page } from "playwright-core";
import type { StatementId, VideoId } from "#contract/ids.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { runFailure } from "#http/run-failures.ts";
import { paths } from "#web/paths.ts";
import { unfoldHeader } from "../fakes/smtp.ts";
import { addVoters, castAll, voteDatabaseOf } from "../fixtures/ballots.ts";
import { aFailedRun, someMetadata } from "../fixtures/publications.ts";
import { anAimedTalk, aShortTalk, aTalk } from "../fixtures/screen-contents.ts";
import { type Client, watchUrl } from "./client.ts";
import { DEMO_ENV, type SharedProduct, startForProcess } from "./product.ts";
import {
	ADMIN_EMAIL,
	aChannel,
	aMember,
	anOwner,
	databaseOf,
	published,
	type SignedIn,
	signedInAdmin,
	submit,
} from "./signed-in.ts";

/** Which of the running products a screen is seen in. */
export type Place = "full" | "empty" | "demo";
export type Visitor = "anonymous" | "member" | "owner" | "admin";

/** Three products side by side: one that is used, one that is new, one without keys. */
export type ScreenWorld = {
	products: Record<Place, SharedProduct>;
	people: Record<Place, Partial<Record<Visitor, Client>>>;
	videos: Record<"talk" | "silent" | "aimed" | "broken" | "simulated", VideoId>;
	/** Starts a run that will be under way for a minute at least, and answers with its video. */
	startRun: () => Promise<string>;
};

const SHORT_TALKS: [string, number][] = [
	["Why bridges hum in the wind", 12],
	["The tower that was sold twice, and what the papers made of it", 47],
	["Tides explained in nine minutes", 8],
	["Can a magnet clean your water?", 91],
];

/** Sign-in by Google is offered; nobody presses it. */
const GOOGLE = { GOOGLE_CLIENT_ID: "client", GOOGLE_CLIENT_SECRET: "secret" };

/** After this many answers of a run the models take their time. */
const QUICK_ANSWERS = 7;
const SLOW_MS = 25_000;

async function fill(product: SharedProduct) {
	const { member: owner, channel } = await anOwner(product);
	const [member, admin] = [
		await aMember(product),
		await signedInAdmin(product),
	];
	for (const [title, score] of SHORT_TALKS)
		await published(product, aShortTalk(title, score));
	const silent = await published(product, {
		metadata: someMetadata({ title: "An hour of rain on a tin roof" }),
		bs_score: 0,
		confidence_level: 95,
	});
	const aimed = await published(product, anAimedTalk("A pier and its fans"));
	const broken = aFailedRun({
		metadata: someMetadata({ title: "A talk without captions" }),
		error: runFailure("captions_none"),
	});
	await publish(await databaseOf(product), broken);
	const talk = await published(
		product,
		aTalk({ channel_id: channel.channel_id, started_by: member.id }),
	);
	await owner.post("/api/responses", {
		video_id: talk.video_id,
		body: "The barrier's figure was for the winter of 2013. We have pinned a correction.",
	});
	await vote(talk.statements, member, owner);
	await burst(product, talk.statements.at(-1)?.id);
	await claim(product, member, owner);
	await decide(product, admin);
	await finishRun(product, member);
	return {
		people: { member, owner, admin },
		videos: {
			talk: talk.video_id,
			silent: silent.video_id,
			aimed: aimed.video_id,
			broken: broken.video_id,
		},
	};
}

async function vote(
	statements: { id: string }[],
	member: SignedIn,
	owner: SignedIn,
) {
	for (const [i, { id }] of statements.entries()) {
		const vote_type = i % 3 === 2 ? "downvote" : "upvote";
		if (i < 5) await member.put(`/api/statements/${id}/vote`, { vote_type });
		if (i < 2)
			await owner.put(`/api/statements/${id}/vote`, { vote_type: "upvote" });
	}
}

/** Votes that wait for the team: new accounts, all within the same minute. */
async function burst(product: SharedProduct, statement_id?: StatementId) {
	if (!statement_id) throw new Error("The talk has no statements");
	const booth = await voteDatabaseOf(product);
	const now = new Date().toISOString();
	const voters = await addVoters(booth, 14, now);
	await castAll(
		booth,
		voters.map((member_id) => ({
			...{ member_id, statement_id, vote_type: "downvote" as const },
			network: "one-network",
			now,
		})),
	);
}

/** Claims that wait for the team. */
async function claim(
	product: SharedProduct,
	member: SignedIn,
	owner: SignedIn,
) {
	for (const who of [member, owner]) {
		const { status } = await submit(
			who,
			aChannel(product).url,
			"The channel's mail address is that of this account.",
		);
		if (status !== 201) throw new Error(`A claim was answered ${status}`);
	}
}

/** A decision for the audit log. */
async function decide(product: SharedProduct, admin: SignedIn) {
	const channel = aChannel(product, { title: "Pier Stories" });
	const { body } = await submit(await aMember(product), channel.url);
	const decided = await admin.post(`/api/admin/claims/${body.claim.id}`, {
		status: "rejected",
		reason: "The channel's owner wrote to us: it is not theirs.",
	});
	if (decided.status !== 200)
		throw new Error(`A decision was answered ${decided.status}`);
}

let runs = 0;

/** Of a name that no stored video has. */
function aNewVideo(product: SharedProduct): string {
	runs++;
	const id = `run${String(runs).padStart(8, "0")}`;
	product.youtube.set(id);
	return id;
}

/** A real run, whose starter is told of its end. */
async function finishRun(product: SharedProduct, member: SignedIn) {
	const id = aNewVideo(product);
	await member.analyze(watchUrl(id));
	await product.visitor().finished(id);
}

let world: Promise<ScreenWorld> | undefined;

/** One for all the files of a process: filling it takes longer than opening a screen. */
export function shareScreenWorld(): Promise<ScreenWorld> {
	world ??= startScreenWorld();
	return world;
}

async function startScreenWorld(): Promise<ScreenWorld> {
	const env = {
		ADMIN_EMAILS: ADMIN_EMAIL,
		YOUTUBE_API_KEY: "a-data-key",
	};
	const [full, empty, demo] = await Promise.all([
		startForProcess(env),
		startForProcess({ ...env, ...GOOGLE }),
		startForProcess(DEMO_ENV),
	]);
	const filled = await fill(full);
	const simulated = await published(demo, aTalk({ simulated: true }));
	return {
		products: { full, empty, demo },
		people: {
			full: filled.people,
			empty: {
				member: await aMember(empty),
				admin: await signedInAdmin(empty),
			},
			demo: {},
		},
		videos: { ...filled.videos, simulated: simulated.video_id },
		startRun: () => startRun(full, filled.people.member),
	};
}

async function startRun(
	product: SharedProduct,
	member: Client,
): Promise<string> {
	const id = aNewVideo(product);
	let answers = 0;
	product.ai.behave(
		"all",
		() => {
			answers++;
			return { delay_ms: answers > QUICK_ANSWERS ? SLOW_MS : 0 };
		},
		"rate",
	);
	const started = await member.analyze(watchUrl(id));
	if (started.status !== 202)
		throw new Error(`The run was answered ${started.status}`);
	return id;
}

/** The name in the tab and the h1 of each page, and whose eyes see it. */
export const NOT_FOUND = /status of 404/;
export const HOME = {
	title: "AI fact-checking for videos",
	heading: "How much of that video is true?",
};
export const ARCHIVE = { title: "All analyses", heading: "All analyses" };
export const DASHBOARD = { title: "Dashboard", heading: "Dashboard" };
export const ACCOUNT = { title: "Your account", heading: "Your account" };
export const REVIEW = {
	title: "Review of claims",
	heading: "Review of claims",
};
export const SPENDING = { title: "Spending", heading: "Spending" };
export const REVIEW_VOTES = {
	title: "Review of votes",
	heading: "Review of votes",
};
export const AUDIT = { title: "Audit log", heading: "Audit log" };
export const TALK = "How harbour walls are built";
export const REPORT = { title: TALK, heading: TALK };
export const talk = ({ videos }: ScreenWorld) => paths.results(videos.talk);
export const anyone = { in: "full", as: "anonymous" } as const;
export const member = { in: "full", as: "member" } as const;
export const owner = { in: "full", as: "owner" } as const;
export const admin = { in: "full", as: "admin" } as const;
export const newcomer = { in: "empty", as: "member" } as const;

export async function openSignIn(page: Page): Promise<void> {
	await unfoldHeader(page);
	await page
		.getByRole("banner")
		.getByRole("button", { name: "Sign In" })
		.click();
	await page.getByRole("dialog").getByLabel("Email").waitFor();
}

export async function openSignUp(page: Page): Promise<void> {
	await openSignIn(page);
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("button", { name: "Create Account" }).first().click();
	await dialog.getByLabel("Full name").waitFor();
}

/** A sign-in with Google that waits for a code opens the dialog by itself. */
export async function showCode(page: Page): Promise<void> {
	await page.getByRole("dialog").getByLabel("Code").waitFor();
}

export async function openAnalysis(
	page: Page,
	world: ScreenWorld,
): Promise<void> {
	const id = await world.startRun();
	await page.getByRole("textbox", { name: /YouTube link/ }).fill(watchUrl(id));
	await page.getByRole("button", { name: "Analyze Video" }).click();
	const dialog = page.getByRole("dialog");
	await dialog
		.getByText(/analyzing$/)
		.first()
		.waitFor();
}

export async function openRejection(page: Page): Promise<void> {
	await page
		.getByRole("button", { name: /^Reject/ })
		.first()
		.click();
	await page
		.getByRole("dialog")
		.getByLabel(/^Reason/)
		.waitFor();
}

export async function openBell(page: Page): Promise<void> {
	await page.getByRole("button", { name: /^Notifications/ }).click();
	await page.getByText("Analysis complete").first().waitFor();
}

export const openMenu = unfoldHeader;

export async function openSearch(
	page: Page,
	query: string,
	shows: RegExp,
): Promise<void> {
	await unfoldHeader(page);
	await page.getByPlaceholder("Search analyzed videos...").fill(query);
	await page.getByText(shows).first().waitFor();
}

/** The transcript, and every statement's details. */
export async function unfoldReport(page: Page): Promise<void> {
	await page.locator("summary", { hasText: "Transcript" }).click();
	await page.getByRole("region", { name: "Transcript text" }).waitFor();
	const more = page.getByRole("button", { name: /^More/ });
	for (let left = await more.count(); left > 0; left--)
		await more.first().click();
}

const opensMenu = (name: RegExp) => async (page: Page) => {
	await page.getByRole("button", { name }).first().click();
	await page.getByRole("menu").waitFor();
};
export const openShareMenu = opensMenu(/^Share/);
export const openExportMenu = opensMenu(/^Export/);
