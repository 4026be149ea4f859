import type * as z from "zod";
import type { SourceFailure } from "#contract/verdicts.ts";
import { readBounded } from "#outbound/bounded-body.ts";
import { createTimeBudget, PAGE_TIMEOUT_MS, type TimeBudget } from "#outbound/open-page.ts";
import { type OutboundBounds, OutboundError } from "#outbound/outbound.ts";
import { retryAfterMs } from "#outbound/retry-after.ts";
import { parseUntrustedJson } from "#text/untrusted-json.ts";
import { MAX_STREAMED_BYTES } from "./document-upload.ts";
import type { HitOutcome, LimitedService, Permit, SourceContext } from "./evidence-source.ts";
import type { GrantRequest, SourceLimit } from "./source-limit.ts";

/** API answers are small. */
const MAX_BYTES = 1_024 * 1_024;

export type ApiOutcome<T> =
	| { ok: true; answer: T }
	| { ok: false; reason: SourceFailure; status: number | null };

export type ApiRequest = {
	url: string;
	headers?: Record<string, string>;
	/** The wait that a refusing answer asks for, if the API does not use Retry-After; milliseconds. */
	pauseMs?: (headers: Headers) => number | null;
};

/** The address of a request with these parameters. */
export function addressWith(base: string | URL, query: Record<string, string>): string {
	const url = new URL(base);
	url.search = new URLSearchParams(query).toString();
	return url.href;
}

/** The API answered that its rate limit is reached. */
export class ApiLimited extends Error {
	readonly retry_after_ms: number;
	constructor(retry_after_ms: number) {
		super("The source asks to wait.");
		this.retry_after_ms = retry_after_ms;
	}
}

/** The pause after a 429 without Retry-After. */
const DEFAULT_PAUSE_MS = 5_000;

/**
 * The time budget for one page or one answer of a source. A source that takes longer counts as
 * down.
 */
export const sourceTime = ({ now }: SourceContext): TimeBudget =>
	createTimeBudget(PAGE_TIMEOUT_MS, now);

/** Calls a source's API within its rate limit. Never rejects. */
export async function askApi(
	service: LimitedService,
	request: ApiRequest,
	context: SourceContext,
	inTime = sourceTime(context),
): Promise<ApiOutcome<string>> {
	try {
		const answer = await context.permit(service, () =>
			inTime((time) => fetchText(request, context, time)),
		);
		return answer ?? { ok: false, reason: "limited", status: null };
	} catch (error) {
		if (error instanceof ApiLimited) return { ok: false, reason: "limited", status: 429 };
		const kind = error instanceof OutboundError ? error.kind : null;
		// The source is there, and the next question may have a smaller answer.
		if (kind === "too_large") return { ok: false, reason: "bad_answer", status: null };
		return { ok: false, reason: kind === "timeout" ? "timeout" : "unreachable", status: null };
	}
}

async function fetchText(
	{ url, headers: own, pauseMs }: ApiRequest,
	{ fetch, user_agent }: SourceContext,
	time: Pick<OutboundBounds, "timeout_ms" | "granted">,
): Promise<ApiOutcome<string>> {
	const headers = { ...own, "user-agent": user_agent };
	const bounds = { ...time, max_bytes: MAX_BYTES };
	const response = await fetch(url, { headers }, bounds);
	const { status } = response;
	if (isLimit(status)) {
		void response.body?.cancel().catch(() => undefined);
		const asked = retryAfterMs(response.headers, Date.now()) ?? pauseMs?.(response.headers) ?? null;
		throw new ApiLimited(asked ?? DEFAULT_PAUSE_MS);
	}
	const answer = await readBounded(response);
	return response.ok ? { ok: true, answer } : { ok: false, reason: "status", status };
}

/** Opens a page through a source's API, within its rate limit. Never rejects. */
export async function openByApi(
	service: LimitedService,
	url: string,
	context: SourceContext,
	inTime = sourceTime(context),
): Promise<HitOutcome> {
	const limited: HitOutcome = { ok: false, reason: "limited", status: 429 };
	try {
		const opened = await context.permit(service, async () => {
			const outcome = await context.openPage({
				url,
				ask_robots: false,
				trusted_host: context.trusted_api_host,
				max_pdf_bytes: MAX_STREAMED_BYTES,
				inTime,
			});
			if (!outcome.ok && isLimit(outcome.status))
				throw new ApiLimited(outcome.retry_after_ms ?? DEFAULT_PAUSE_MS);
			return outcome;
		});
		if (opened === null) return { ...limited, status: null };
		if (opened.ok) return { ...opened, api: {} };
		const { reason, status } = opened;
		return { ok: false, reason, status };
	} catch (error) {
		if (error instanceof ApiLimited) return limited;
		return { ok: false, reason: "unreachable", status: null };
	}
}

function isLimit(status: number | null): boolean {
	return status === 429 || status === 503;
}

/** Requests JSON and validates its shape. Never rejects. */
export async function askJsonApi<T>(
	service: LimitedService,
	request: ApiRequest,
	schema: z.ZodType<T>,
	context: SourceContext,
	inTime = sourceTime(context),
): Promise<ApiOutcome<T>> {
	const outcome = await askApi(service, request, context, inTime);
	if (!outcome.ok) return outcome;
	try {
		const answer = schema.parse(parseUntrustedJson(outcome.answer));
		return { ok: true, answer };
	} catch {
		return { ok: false, reason: "bad_answer", status: null };
	}
}

/** Who grants all requests to a service: the site's object, or a queue in a program's own process. */
export type LimiterOf = (service: LimitedService) => {
	/** Resolves with the lease when it is granted, or with null if it is not in time. */
	take(request: GrantRequest): Promise<number | null>;
	giveBack(lease: number): Promise<void>;
	pause(wait_ms: number): Promise<void>;
};

type PermitTools = {
	limiterOf: LimiterOf;
	/** null for a service without a limit. */
	limits: Record<LimitedService, SourceLimit | null>;
	/** A call that would have to wait longer is not made. */
	max_wait_ms: number;
};

/** Waits for a source's limit before each call, and keeps the pauses that it asks for. */
export function createPermit(tools: PermitTools): Permit {
	const { limiterOf, limits, max_wait_ms: patience_ms } = tools;
	return async (source, call, urgent = false) => {
		const limit = limits[source];
		if (limit === null) return call();
		const limiter = limiterOf(source);
		const lease = await limiter.take({ limit, patience_ms, urgent });
		if (lease === null) return null;
		try {
			return await call();
		} catch (error) {
			if (error instanceof ApiLimited) await limiter.pause(error.retry_after_ms).catch(ignore);
			throw error;
		} finally {
			await limiter.giveBack(lease).catch(ignore);
		}
	};
}

/** The limiter may be gone by now: a lease ends by itself, and an answer must not be lost for it. */
function ignore(): void {}
