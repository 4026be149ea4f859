import { eq } from "drizzle-orm";
import type { NewSecondFactor, RecoveryCodes } from "#contract/account.ts";
import type { StatementId, VideoId } from "#contract/ids.ts";
import { videos } from "#db/tables/videos.ts";
import { codeOf, fromBase32 } from "#features/accounts/second-factor/totp.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { runFailure } from "#http/run-failures.ts";
import { ARABIC, aForeignTalk, JAPANESE } from "#tests/support/fixtures/foreign-talks.ts";
import { fakeWikipedia, slowly } from "../fakes/evidence-sources.ts";
import { startWebWorld } from "../fakes/web-sites.ts";
import { addVoters, castAll, voteDatabaseOf } from "../fixtures/ballots.ts";
import {
	aCheckedTalk,
	aLittleCheckedTalk,
	anAimedTalk,
	anEarlierVersion,
	anUnratedTalk,
	anUnreachedTalk,
	aShortTalk,
	aTalk,
	aTalkOfMoments,
	aTwiceReadTalk,
} from "../fixtures/checked-talks.ts";
import { aCompletedRun, aFailedRun, someMetadata } from "../fixtures/publications.ts";
import { type Client, createClient, watchUrl } from "./client.ts";
import { DEMO_ENV, type SharedProduct, startForProcess } from "./product.ts";
import { sendNotices, takeDown } from "./screen-moderation.ts";
import {
	ADMIN_EMAIL,
	aChannel,
	aMember,
	anOwner,
	databaseOf,
	openSession,
	PASSWORD,
	published,
	type SignedIn,
	signedInAdmin,
	submit,
} from "./signed-in.ts";

/** The product in which a screen is shown. */
export type Place = "full" | "busy" | "empty" | "demo";
/** The guarded member has a second factor; the returning admin signed in an hour ago. */
export type Visitor = "anonymous" | "member" | "owner" | "admin" | "guarded" | "returning";

/**
 * Four products: one with data, one for runs, one empty, one without keys. A run's end would change
 * the lists of the product with data, sooner or later by the machine's speed.
 */
export type ScreenWorld = {
	products: Record<Place, SharedProduct>;
	people: Record<Place, Partial<Record<Visitor, Client>>>;
	videos: Record<
		| "talk"
		| "silent"
		| "aimed"
		| "broken"
		| "simulated"
		| "checked"
		| "twice"
		| "little"
		| "unreached"
		| "unrated"
		| "moments"
		| "edited"
		| "versions"
		| "arabic"
		| "japanese"
		| "taken_down",
		VideoId
	>;
	/** The numbers of a notice that waits and of one that was answered. */
	notices: { waiting: string; answered: string };
	/** Starts a run that goes on for five minutes, and returns its video. */
	startRun: (said?: string, at?: number) => Promise<string>;
	/** The guarded member's next recovery code; renewing the codes uses it up. */
	recovery_code: string;
};

/** Searches and pages about these are slow. */
export const SLOW_SEARCH = "The foghorn is heard eleven miles out at sea.";
export const SLOW_PAGE = "The bell on the mole weighs nine hundred kilos.";

const ARTICLES = [
	{
		title: "Keepers",
		revised: "2026-01-01T00:00:00Z",
		paragraphs: [
			"Keepers lived here until 1983, when the lamp was made to work by itself.",
			...Array.from(
				{ length: 3 },
				() =>
					"The lighthouse can be visited from spring to autumn. A stair of two hundred steps leads to the gallery, from where the mole, the basin and the old boat sheds can be seen.",
			),
		],
	},
	{ title: "Bell", revised: "2026-01-01T00:00:00Z", paragraphs: ["Rung."] },
];

const SHORT_TALKS: [string, number][] = [
	["Why bridges hum in the wind", 12],
	["The tower that was sold twice, and what the papers made of it", 47],
	["Tides explained in nine minutes", 8],
	["Can a magnet clean your water?", 91],
];

/** Google sign-in is offered but not used. */
const GOOGLE = { GOOGLE_CLIENT_ID: "client", GOOGLE_CLIENT_SECRET: "secret" };

/** The first statement of the usual talk. In the product for runs only this one is rated. */
export const OPENING = "Good evening and welcome to the lighthouse.";
/** For as long as a run lasts: the looks at a screen take minutes on a busy machine. */
const PATIENT_RUNS = { PROVIDER_TIMEOUT_MS: "300000" };
const never = new Promise<never>(() => {});
/** Longer than a busy machine takes to open a report. */
const LOOKED_UP_AFTER_MS = 15_000;

async function fill(product: SharedProduct) {
	const { member: owner, channel } = await anOwner(product);
	const [member, admin] = [await aMember(product), await signedInAdmin(product)];
	const silent = await published(product, {
		metadata: someMetadata({ title: "An hour of rain on a tin roof" }),
		bs_score: 0,
		confidence_level: 95,
	});
	await member.put(`/api/follows/channel/${silent.metadata.channel_id}`);
	const aimed = await published(product, anAimedTalk("A pier and its fans"));
	const [checked, twice, little, unreached, unrated, moments] = await Promise.all(
		[
			aCheckedTalk(CHECKED),
			aTwiceReadTalk(TWICE),
			aLittleCheckedTalk(LITTLE),
			anUnreachedTalk(UNREACHED),
			anUnratedTalk(UNRATED),
			aTalkOfMoments(MOMENTS),
		].map((run) => published(product, run)),
	);
	if (!(checked && twice && little && unreached && unrated && moments))
		throw new Error("A talk is missing");
	const versions = aCompletedRun(aCheckedTalk(VERSIONS));
	await published(product, anEarlierVersion(versions));
	await member.put(`/api/follows/video/${versions.video_id}`);
	await published(product, versions);
	const arabic = await published(product, aForeignTalk(ARABIC));
	const japanese = await published(product, aForeignTalk(JAPANESE));
	const edited = await published(product, aCheckedTalk(EDITED));
	await vote(edited.statements, member, owner);
	await (await databaseOf(product))
		.update(videos)
		.set({ read_duration: (edited.metadata.duration ?? 0) + 34 })
		.where(eq(videos.id, edited.video_id));
	// Among the newest, so that the home page shows each band.
	// Of today, because a job forgets what happened long ago to what is followed.
	for (const [title, score] of SHORT_TALKS)
		await published(product, { ...aShortTalk(title, score), ended_at: new Date().toISOString() });
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
	await openVoteCheck(product, talk.statements.at(-1)?.id);
	await claim(product, member, owner);
	await decide(product, admin);
	const taken_down = await published(product, aShortTalk("The keeper’s other house", 71));
	await takeDown(admin, taken_down.video_id);
	const notices = await sendNotices(product, admin, talk.video_id);
	await finishRun(product, member);
	const { guarded, recovery_code } = await aGuardedMember(product);
	const returning = await signedInAgo(product, admin);
	return {
		recovery_code,
		notices,
		people: { member, owner, admin, guarded, returning },
		videos: {
			talk: talk.video_id,
			silent: silent.video_id,
			aimed: aimed.video_id,
			broken: broken.video_id,
			checked: checked.video_id,
			twice: twice.video_id,
			little: little.video_id,
			unreached: unreached.video_id,
			unrated: unrated.video_id,
			moments: moments.video_id,
			edited: edited.video_id,
			versions: versions.video_id,
			arabic: arabic.video_id,
			japanese: japanese.video_id,
			taken_down: taken_down.video_id,
		},
	};
}

/** A member with a second factor and one of its recovery codes. */
async function aGuardedMember(product: SharedProduct) {
	const guarded = await aMember(product);
	const path = "/api/me/second-factor";
	const made = await guarded.post<NewSecondFactor>(path, { password: PASSWORD });
	const step = Math.floor(Date.now() / STEP_MS);
	const code = codeOf(fromBase32(made.body.secret), step);
	const { body } = await guarded.post<RecoveryCodes>(`${path}/confirm`, { code });
	return { guarded, recovery_code: body.recovery_codes[0] ?? "" };
}

const STEP_MS = 30_000;
const HOUR_MS = 3_600_000;

/** The admin in a browser with an old sign-in. */
async function signedInAgo(product: SharedProduct, { id }: SignedIn): Promise<Client> {
	const hour_ago = new Date(Date.now() - HOUR_MS).toISOString();
	const session = await openSession(await databaseOf(product), id, hour_ago);
	return createClient(product.url, session);
}

async function vote(statements: { id: string }[], member: SignedIn, owner: SignedIn) {
	for (const [i, { id }] of statements.entries()) {
		const vote_type = i % 3 === 2 ? "downvote" : "upvote";
		if (i < 5) await member.put(`/api/statements/${id}/vote`, { vote_type });
		if (i < 2) await owner.put(`/api/statements/${id}/vote`, { vote_type: "upvote" });
	}
}

/** Votes for the team to review: new accounts voting within the same minute. */
async function openVoteCheck(product: SharedProduct, statement_id?: StatementId) {
	if (!statement_id) throw new Error("The talk has no statements");
	const booth = await voteDatabaseOf(product);
	const now = new Date().toISOString();
	const voters = await addVoters(booth, 14, now);
	await castAll(
		booth,
		voters.map((member_id) => ({
			member_id,
			statement_id,
			vote_type: "downvote" as const,
			network: "one-network",
			now,
		})),
	);
}

/** Claims for the team to review. */
async function claim(product: SharedProduct, member: SignedIn, owner: SignedIn) {
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
	if (decided.status !== 200) throw new Error(`A decision was answered ${decided.status}`);
}

let runs = 0;

/** A video with an id that no stored video has. */
function aNewVideo(product: SharedProduct, said?: string): string {
	runs++;
	const id = `run${String(runs).padStart(8, "0")}`;
	const cues = said === undefined ? undefined : [{ start: 0, text: said }];
	product.youtube.set(id, cues && { tracks: [{ language: "en", cues }] });
	return id;
}

/** A real run, whose end notifies the member who started it. */
async function finishRun(product: SharedProduct, member: SignedIn) {
	const id = aNewVideo(product);
	await member.analyze(watchUrl(id));
	await product.visitor().finished(id);
}

let world: Promise<ScreenWorld> | undefined;

/** One for all files of a process, since filling it takes longer than opening a screen. */
export function shareScreenWorld(): Promise<ScreenWorld> {
	world ??= startScreenWorld();
	return world;
}

async function startScreenWorld(): Promise<ScreenWorld> {
	const env = { ADMIN_EMAILS: ADMIN_EMAIL, YOUTUBE_API_KEY: "a-data-key" };
	const wikipedia = await startWebWorld();
	wikipedia.serve(slowly(/foghorn|revision\/2/, fakeWikipedia(ARTICLES)));
	const sources = {
		EVIDENCE_SOURCES: "wikipedia",
		WIKIPEDIA_BASE_URL: wikipedia.origin,
		CONTACT_EMAIL: ADMIN_EMAIL,
	};
	const [full, busy, empty, demo] = await Promise.all([
		startForProcess({ ...env, ...sources }),
		startForProcess({ ...env, ...sources, ...PATIENT_RUNS }),
		startForProcess({ ...env, ...GOOGLE }),
		startForProcess(DEMO_ENV),
	]);
	const filled = await fill(full);
	holdRuns(busy);
	const runner = await aMember(busy);
	const simulated = await published(demo, aTalk({ simulated: true }));
	return {
		products: { full, busy, empty, demo },
		people: {
			full: filled.people,
			busy: { member: runner },
			empty: { member: await aMember(empty), admin: await signedInAdmin(empty) },
			demo: {},
		},
		videos: { ...filled.videos, simulated: simulated.video_id },
		recovery_code: filled.recovery_code,
		notices: filled.notices,
		startRun: (...asked) => startRun(busy, runner, ...asked),
	};
}

/**
 * Keeps the runs that screens show under way. What is held depends on a request's text alone,
 * because several screens start runs at the same time.
 */
function holdRuns({ ai }: SharedProduct): void {
	for (const kind of ["rate", "rate_by_evidence"] as const)
		ai.behave("all", ({ statement }) => (statement === OPENING ? {} : { until: never }), kind);
	// A search or a page is slow for some seconds only, in which the report must be open already.
	const looked_up = [SLOW_SEARCH, SLOW_PAGE];
	ai.behave(
		"all",
		({ transcript }) => ({
			delay_ms: looked_up.some((text) => transcript?.includes(text)) ? LOOKED_UP_AFTER_MS : 0,
		}),
		"extract",
	);
}

async function startRun(
	product: SharedProduct,
	member: Client,
	said?: string,
	at?: number,
): Promise<string> {
	const id = aNewVideo(product, said);
	const started = await member.analyze(watchUrl(id), at === undefined ? {} : { at });
	if (started.status !== 202) throw new Error(`The run was answered ${started.status}`);
	return id;
}

/** The titles of the talks in the product with data. */
export const TALK = "How harbour walls are built";
export const TWICE = "Two walls, one lighthouse and the divers";
export const CHECKED = "What the sea did to our harbour";
export const LITTLE = "Ten things they never tell you about our harbour";
export const UNREACHED = "The night the sources were away";
export const UNRATED = "What the sources say of our harbour";
export const MOMENTS = "Four hours on the quay, live";
export const VERSIONS = "What the sea did, checked twice";
export const EDITED = "What the sea did, in the version of last winter";
