import { readBounded } from "#outbound/bounded-body.ts";
import { type OutboundBounds, OutboundError, type OutboundFetch } from "#outbound/outbound.ts";

/**
 * Why a call to YouTube failed: YouTube refused this server (bot check, rate limit, consent page,
 * client not accepted) or did not answer.
 */
export type NoAnswer = {
	ok: false;
	kind: "blocked" | "unreachable";
	/** Whether YouTube answered with an error, instead of not at all. */
	answered?: boolean;
};

/** An HTTP response with its complete body. */
export type Answered = {
	ok: true;
	status: number;
	status_text: string;
	body: string;
	/** The response is an HTML page instead of data: a consent page or a bot check. */
	page: boolean;
};

const HTML = /^[\uFEFF\s]*<(?:!doctype\s+html|html)[\s>]/i;

/**
 * Makes one call. A redirect counts as "blocked", because YouTube redirects suspicious clients to
 * its consent and bot-check pages. Throws only if the caller aborts.
 */
export async function ask(
	fetch: OutboundFetch,
	url: string,
	init: RequestInit,
	bounds: OutboundBounds,
): Promise<Answered | NoAnswer> {
	try {
		const response = await fetch(url, init, bounds);
		const { status, statusText: status_text } = response;
		const body = await readBody(response);
		const html = response.headers.get("content-type")?.includes("text/html");
		// Empty responses are labelled as HTML too.
		const page = body.trim() !== "" && (html === true || HTML.test(body));
		return { ok: true, status, status_text, body, page };
	} catch (error) {
		if (!(error instanceof OutboundError) || error.kind === "aborted") throw error;
		const kind = error.kind === "redirect" ? "blocked" : "unreachable";
		return { ok: false, kind };
	}
}

/** The status of a failed call is useful even without a body. */
async function readBody(response: Response): Promise<string> {
	try {
		return await readBounded(response);
	} catch (error) {
		const called_off = error instanceof OutboundError && error.kind === "aborted";
		if (response.ok || called_off) throw error;
		return "";
	}
}

/** Why a response has no data; null if it may have some. */
export function readRefusal({ status, page }: Answered): NoAnswer | null {
	const silent = status >= 500 || status === 408;
	if (silent) return { ok: false, kind: "unreachable", answered: true };
	const good = status >= 200 && status < 300 && !page;
	return good ? null : { ok: false, kind: "blocked" };
}
