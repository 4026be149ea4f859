import { hashPassword, verifyPassword } from "#adapters/crypto/password.ts";
import { hashToken, newId, newToken } from "#adapters/crypto/token.ts";
import { openDb } from "#adapters/db/open-db.ts";
import {
	createMember,
	findMemberForSignIn,
} from "#adapters/db/store-members.ts";
import { readReport } from "#adapters/db/store-report.ts";
import { endedRuns, forgetRun, silentRuns } from "#adapters/db/store-runs.ts";
import { searchVideos } from "#adapters/db/store-search.ts";
import {
	createSession,
	deleteSession,
	readSession,
} from "#adapters/db/store-sessions.ts";
import { readStats } from "#adapters/db/store-stats.ts";
import { readTranscript } from "#adapters/db/store-transcript.ts";
import { listVideos, recentVideos } from "#adapters/db/store-videos.ts";
import { analysisObjects } from "#adapters/durable/analysis-objects.ts";
import { quotas } from "#adapters/durable/quotas.ts";
import { SAMPLES } from "#adapters/samples/samples.ts";
import { MemberId, type VideoId } from "#contract/ids.ts";
import type { Sample } from "#contract/site.ts";
import { isOwnOrigin } from "#domain/own-origin.ts";
import { SESSION_MAX_AGE_S } from "#http/session-cookie.ts";
import type { Accounts } from "#use-cases/accounts.ts";
import type { AnalysisStarts } from "#use-cases/start-analysis.ts";
import type { ListedRuns } from "#use-cases/wake-silent-runs.ts";
import type { Bindings } from "./bindings.ts";
import { databaseSource } from "./database-source.ts";
import { type ParsedEnv, parseEnv, type Settings } from "./env.ts";
import { createProviders } from "./providers.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** An address may be shared by a household or an office: it gets four times an account's tries. */
const ADDRESS_SHARE = 4;

/** Everything a request works with, bound to this environment. */
export type Deps = ReturnType<typeof bindDeps>;
export type CreateDeps = (
	env: Bindings,
) =>
	| { ok: true; deps: Deps }
	| { ok: false; errors: (ParsedEnv & { ok: false })["errors"] };

export const createDeps: CreateDeps = (env) => {
	const parsed = parseEnv(env as unknown as Record<string, unknown>);
	return parsed.ok
		? { ok: true, deps: bindDeps(env, parsed.settings) }
		: { ok: false, errors: parsed.errors };
};

function bindDeps(env: Bindings, settings: Settings) {
	const { mode, panel } = createProviders(settings);
	const db = openDb(databaseSource(env, settings));
	/** Once a provider has a key, simulated results count as absent. */
	const view = { simulated: mode === "demo" };
	return {
		mode,
		panel,
		samples: mode === "demo" ? SAMPLES.map(sampleOf) : [],
		isOwnOrigin: (origin: string, request_url: string) =>
			isOwnOrigin(origin, request_url, settings.APP_ORIGIN),
		quota: bindQuotas(env, settings),
		analysisOf: analysisObjects(env.VIDEO_ANALYSIS),

		readReport: (video_id: VideoId) => readReport(db, video_id, view),
		readTranscript: (video_id: VideoId) => readTranscript(db, video_id, view),
		readStats: () => readStats(db, view),
		listVideos: (cursor: string | null, limit: number) =>
			listVideos(db, { cursor, limit, view }),
		recentVideos: () => recentVideos(db, view),
		searchVideos: (query: string, limit: number) =>
			searchVideos(db, query, { limit, view }),

		async readVideo(video_id: VideoId) {
			const { video, active } = await readReport(db, video_id, view);
			return { video, running: active !== null && active.ended_at === null };
		},
		wouldBeSimulated: (video: { simulated: boolean }) =>
			mode === "demo" && !video.simulated,
		silentRuns: (older_than: string) => silentRuns(db, { older_than }),
		endedRuns: (older_than: string) => endedRuns(db, { older_than }),
		forgetRun: (...run: Parameters<ListedRuns["forgetRun"]>) =>
			forgetRun(db, ...run),

		hashPassword,
		verifyPassword,
		createMember: (member: Parameters<Accounts["createMember"]>[0]) =>
			createMember(db, {
				id: MemberId.parse(newId()),
				created_at: now(),
				avatar_url: null,
				email_confirmed_at: null,
				...member,
			}),
		findMemberForSignIn: (email: string) => findMemberForSignIn(db, email),
		async openSession(member_id: MemberId, user_agent: string | null) {
			const token = newToken();
			await createSession(db, {
				token_hash: hashToken(token),
				member_id,
				created_at: now(),
				expires_at: later(SESSION_MAX_AGE_S * 1_000),
				user_agent,
			});
			return token;
		},
		async findSession(token: string) {
			const token_hash = hashToken(token);
			const user = await readSession(db, token_hash, now());
			return user && { user, token_hash };
		},
		endSession: (token_hash: string) => deleteSession(db, token_hash),
	} satisfies Accounts & AnalysisStarts & ListedRuns & Record<string, unknown>;
}

function bindQuotas(env: Bindings, settings: Settings) {
	const quota = quotas(env.QUOTA);
	const { LIMIT_SIGN_IN } = settings;
	const account = (email: string) =>
		quota(`sign-in:account:${hashToken(email)}`, LIMIT_SIGN_IN, 15 * MINUTE_MS);
	const origin = (address: string) =>
		quota(
			`sign-in:address:${address}`,
			LIMIT_SIGN_IN * ADDRESS_SHARE,
			15 * MINUTE_MS,
		);
	return {
		analyses: (member_id: string) =>
			quota(`analyses:${member_id}`, settings.LIMIT_ANALYSES, HOUR_MS).take(),
		forced: (video_id: VideoId) =>
			quota(`force:${video_id}`, settings.LIMIT_FORCE, HOUR_MS).take(),
		searches: (address: string) =>
			quota(`search:${address}`, settings.LIMIT_SEARCH, MINUTE_MS).take(),
		signUps: (address: string) =>
			quota(`sign-up:${address}`, settings.LIMIT_SIGN_UP, HOUR_MS).take(),
		async maySignIn(email: string, address: string) {
			const [byAccount, byAddress] = await Promise.all([
				account(email).peek(),
				origin(address).peek(),
			]);
			return byAccount.ok ? byAddress : byAccount;
		},
		async signInFailed(email: string, address: string) {
			await Promise.all([account(email).take(), origin(address).take()]);
		},
		signInSucceeded: (email: string) => account(email).clear(),
	};
}

function sampleOf({ id, url, title, duration }: Sample): Sample {
	return { id, url, title, duration };
}

function now(): string {
	return new Date().toISOString();
}

function later(duration_ms: number): string {
	return new Date(Date.now() + duration_ms).toISOString();
}
