import { describe, expect, it } from "vitest";
import { SignUpRequest } from "#contract/account.ts";
import { ClaimDecision } from "#contract/claims.ts";
import { KeyRequest, MeEdit } from "#contract/me.ts";
import { ReadRequest } from "#contract/notifications.ts";
import { AnalysisOptions, RequestAnalysis } from "#contract/public-api.ts";
import { VideoQuery } from "#contract/video.ts";
import { fieldSentence, parseFields } from "#http/field-errors.ts";

const GOOD = { full_name: "Ada", email: "ada@example.com", password: "a secret" };

describe("fieldErrors", () => {
	it.each([
		[
			"an email address",
			SignUpRequest,
			{ ...GOOD, email: "ada@example" },
			{ pointer: "/email", detail: "Enter an email address such as name@example.org." },
		],
		[
			"a short password",
			SignUpRequest,
			{ ...GOOD, password: "12345" },
			{ pointer: "/password", detail: "Use at least 8 characters." },
		],
		[
			"an empty name",
			SignUpRequest,
			{ ...GOOD, full_name: " " },
			{ pointer: "/full_name", detail: "Enter your full name." },
		],
		[
			"a long name",
			SignUpRequest,
			{ ...GOOD, full_name: "x".repeat(101) },
			{ pointer: "/full_name", detail: "Use at most 100 characters." },
		],
		[
			"a picture's address",
			MeEdit,
			{ avatar_url: "example.org/me" },
			{ pointer: "/avatar_url", detail: "Enter a whole address, beginning with https://." },
		],
		[
			"an instant",
			KeyRequest,
			{ name: "ci", expires_at: "tomorrow" },
			{ pointer: "/expires_at", detail: "Enter a time in UTC such as 2027-01-31T12:00:00Z." },
		],
		[
			"a channel's id",
			ClaimDecision,
			{ status: "verified", channel_id: "UCshort" },
			{ pointer: "/channel_id", detail: "Enter a channel id: UC and 22 more characters." },
		],
		[
			"an empty list",
			AnalysisOptions,
			{ models: [] },
			{ pointer: "/models", detail: "Use at least 1 item." },
		],
		[
			"a number above its maximum",
			VideoQuery,
			{ limit: "51" },
			{ pointer: "/limit", detail: "Must be at most 50." },
		],
		[
			"what is no number",
			VideoQuery,
			{ limit: "x" },
			{ pointer: "/limit", detail: "Must be a number." },
		],
		[
			"an unknown choice",
			RequestAnalysis,
			{ url: "", options: { models: ["gpt"] } },
			{ pointer: "/options/models/0", detail: "Must be one of openai, claude, gemini." },
		],
		[
			"a value of the wrong type",
			MeEdit,
			{ full_name: 1 },
			{ pointer: "/full_name", detail: "Must be a string." },
		],
		["a missing field", KeyRequest, {}, { pointer: "/name", detail: "Required." }],
		[
			"a value that fits none of several shapes",
			MeEdit,
			{ email: "ada@example.org", password: 1 },
			{ pointer: "/password", detail: "Must be an object or a string." },
		],
		[
			"one of several shapes",
			ReadRequest,
			{ all: false },
			{ pointer: "/all", detail: "Must be true." },
		],
	])("describes the mistake in %s", (_, schema, value, wrong) => {
		expect(parseFields(schema, value)).toMatchObject({ errors: [wrong] });
	});

	it.each([
		[{ optoins: {} }, '"optoins" is unknown here. Did you mean "options"?'],
		[{ ulr: "" }, '"ulr" is unknown here. Did you mean "url"?'],
		[{ webhook_url: "" }, '"webhook_url" is unknown here. It belongs in "options".'],
		[{ webhookUrls: "" }, '"webhookUrls" is unknown here. Did you mean "options.webhook_url"?'],
		[{ options: { url: "" } }, '"url" is unknown here. It belongs at the top.'],
		[{ options: { model: [] } }, '"model" is unknown here. Did you mean "models"?'],
		[{ url: "", webhook: "" }, '"webhook" is unknown here. Did you mean "options.webhook_url"?'],
		[{ videoUrl: "" }, '"videoUrl" is unknown here. Did you mean "url"?'],
		[{ video_link: "" }, '"video_link" is unknown here. Did you mean "url"?'],
		[{ url: "", colour: 1 }, '"colour" is unknown here. Please leave it out.'],
	])("names the nearest known field for %j", (value, detail) => {
		expect(parseFields(RequestAnalysis, value)).toMatchObject({
			errors: expect.arrayContaining([expect.objectContaining({ detail })]),
		});
	});

	it("names a mistyped field before the one that is missing", () => {
		expect(parseFields(KeyRequest, { nmae: "ci" })).toMatchObject({
			errors: [{ pointer: "/nmae" }, { pointer: "/name", detail: "Required." }],
		});
	});
});

describe("fieldSentence", () => {
	it.each([
		["/full_name", "Enter your full name.", "Enter your full name."],
		["/password", "Use at least 8 characters.", "Password: use at least 8 characters."],
		["/url", "Fill in this field.", "Url: fill in this field."],
		["/url", "Required.", "url is required."],
		["/expires_at", "Enter a time.", "Expires at: enter a time."],
		["/options/models/0", "Must be a string.", "options.models[0] must be a string."],
		["/options/url", "Use at most 9 characters.", "options.url: use at most 9 characters."],
	])("says in one sentence what to do about %s", (pointer, detail, sentence) => {
		expect(fieldSentence({ pointer, detail })).toBe(sentence);
	});
});
