import type { ServerResponse } from "node:http";
import { dataApiError } from "./fake-youtube-bodies.ts";
import type { FakeYoutubeFault } from "./fake-youtube-scenario.ts";

const CONSENT =
	'<!DOCTYPE html><html><head><title>Before you continue</title></head><body><form action="https://consent.youtube.com/s" method="POST"></form></body></html>';
const CAPTCHA =
	'<html><head><title>Sorry</title></head><body><form action="/das_captcha" method="POST"><div class="g-recaptcha"></div></form></body></html>';
const HUGE_BYTES = 10_000_000;
const DRIP_MS = 20;

/** Ends the call as the fault says. */
export function fail(response: ServerResponse, fault: FakeYoutubeFault): void {
	if (typeof fault === "object") {
		const { status, reason, form = "old", location } = fault;
		const named =
			reason === undefined ? "" : dataApiError(status, reason, form);
		const body = fault.body ?? (named && JSON.stringify(named));
		if (location) response.setHeader("location", location);
		response.writeHead(status, { "content-type": "application/json" });
		response.end(body);
		return;
	}
	FAULTS[fault](response);
}

const FAULTS: Record<
	Extract<FakeYoutubeFault, string>,
	(response: ServerResponse) => void
> = {
	empty: (response) => {
		response.writeHead(200, { "content-type": "text/html; charset=UTF-8" });
		response.end();
	},
	html: (response) => {
		response.writeHead(200, { "content-type": "text/html" });
		response.end(CONSENT);
	},
	captcha: (response) => {
		response.writeHead(429, { "content-type": "text/html" });
		response.end(CAPTCHA);
	},
	not_json: (response) => {
		response.writeHead(200, { "content-type": "application/json" });
		response.end('{"playabilityStatus": {"status"');
	},
	huge: (response) => {
		response.writeHead(200, { "content-type": "application/json" });
		response.end(`{"padding":"${"x".repeat(HUGE_BYTES)}"}`);
	},
	slow_drip: (response) => {
		response.writeHead(200, { "content-type": "application/json" });
		const drip = setInterval(() => response.write(" "), DRIP_MS);
		response.on("close", () => clearInterval(drip));
	},
	never_answers: () => {},
	reset: (response) => {
		response.socket?.destroy();
	},
	reset_within: (response) => {
		response.writeHead(200, { "content-type": "application/json" });
		response.write('{"playabilityStatus": {"status"', () => response.destroy());
	},
	redirect: (response) => {
		response.writeHead(302, { location: "http://127.0.0.1:1/metadata" });
		response.end();
	},
};
