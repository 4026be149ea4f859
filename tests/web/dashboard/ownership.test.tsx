import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Claim, Creator } from "#contract/claims.ts";
import { VideoId } from "#contract/ids.ts";
import { MAX_COMMENTS_CHARS } from "#contract/limits.ts";
import type { Health } from "#contract/site.ts";
import type { Report } from "#contract/video.ts";
import { describeClaim, REVIEW_REASONS } from "#features/channels/describe-claim.ts";
import { fakeApi, problem } from "#tests/web/support/fake-api.ts";
import { openPage } from "#tests/web/support/open-page.tsx";
import {
	MEMBER,
	sampleClaim,
	sampleCreator,
	sampleHealth,
	shellAnswers,
} from "#tests/web/support/sample-member.ts";
import { sampleReport, sampleVideo, VIDEO_ID } from "#tests/web/support/sample-report.ts";
import { DashboardPage } from "#web/features/dashboard/dashboard-page.tsx";
import { CreatorsPage } from "#web/features/site/pages/creators-page.tsx";

const CHANNEL_VIDEOS = `/api/videos?channel_id=${sampleCreator().channel_id}&limit=10`;

type Server = {
	claims: Claim[];
	creators: Creator[];
	report: Report;
	/** Whether the channel's videos continue on a second page. */
	older: boolean;
	/** How this site can decide claims. */
	methods: Health["claim_methods"];
	/** The response to a press of Verify. */
	verify: () => { status?: number; body?: unknown };
};

function serve(state: Partial<Server> = {}) {
	const server: Server = {
		claims: [],
		creators: [],
		report: sampleReport(),
		older: false,
		methods: ["channel_description", "team_review"],
		verify: () => ({ body: {} }),
		...state,
	};
	const asked = fakeApi({
		...shellAnswers(MEMBER),
		"/api/health": () => ({ body: sampleHealth({ claim_methods: server.methods }) }),
		"/api/claims": ({ method, body }) => {
			if (method === "GET") {
				const { claims, creators } = server;
				const described = claims.map((it) => describeClaim(it, server.methods));
				return { body: { claims: described, next_cursor: null, creators } };
			}
			const { url, comments } = body as { url: string; comments: string };
			if (url === "") {
				return { status: 400, body: problem(400, "invalid_url", "Please enter a YouTube URL") };
			}
			server.claims = [sampleClaim({ url, comments })];
			const claim = describeClaim(sampleClaim({ url, comments }), server.methods);
			return { status: 201, body: { claim } };
		},
		"/api/claims/c1": () => {
			server.claims = [];
			return { status: 204 };
		},
		"/api/claims/c1/verify": () => server.verify(),
		[CHANNEL_VIDEOS]: () => ({
			body: { videos: [{ id: VIDEO_ID }], next_cursor: server.older ? "older" : null },
		}),
		[`${CHANNEL_VIDEOS}&cursor=older`]: () => ({
			body: { videos: [{ id: "older000000" }], next_cursor: null },
		}),
		[`/api/videos/${VIDEO_ID}`]: () => ({ body: server.report }),
		"/api/videos/older000000": () => ({
			body: sampleReport({
				video: sampleVideo({ id: VideoId.parse("older000000"), title: "An older talk" }),
			}),
		}),
	});
	return { asked, server };
}

const open = (address: string) => openPage(<DashboardPage />, address);
const MANAGE = "/dashboard?tab=owner&view=manage";
const RESPOND = "/dashboard?tab=owner&view=respond";
const linkField = () => screen.findByLabelText<HTMLInputElement>("Video or channel link");
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

afterEach(() => {
	vi.useRealTimers();
	cleanup();
	vi.unstubAllGlobals();
});

describe("claim form", () => {
	it("is prefilled with the link from the address", async () => {
		serve();
		open("/dashboard?url=https%3A%2F%2Fyoutu.be%2Fabcdefghijk");
		const field = await linkField();
		expect(field.value).toBe("https://youtu.be/abcdefghijk");
		expect(field.type).toBe("url");
		expect(field.required).toBe(true);
	});

	it("shows the server's error at the link and keeps the typed text", async () => {
		serve();
		open("/dashboard?tab=owner");
		const comments = await screen.findByLabelText<HTMLTextAreaElement>(/^Comments/);
		expect(comments.rows).toBe(4);
		expect(comments.maxLength).toBe(MAX_COMMENTS_CHARS);
		fireEvent.change(comments, { target: { value: "Ask my sister." } });
		await press("Submit Claim");
		await screen.findByText("Please enter a YouTube URL");
		const field = await linkField();
		expect(field.getAttribute("aria-invalid")).toBe("true");
		expect(document.activeElement).toBe(field);
		expect(comments.value).toBe("Ask my sister.");
	});

	it("thanks for three seconds, then opens the list of claims with the new one", async () => {
		serve();
		open("/dashboard?tab=owner&view=claim");
		fireEvent.change(await linkField(), { target: { value: "https://www.youtube.com/@plain" } });
		vi.useFakeTimers({ shouldAdvanceTime: true });
		await press("Submit Claim");
		const thanks = await screen.findByRole("heading", { name: "Thank you" });
		expect(document.activeElement).toBe(thanks);
		await act(() => vi.advanceTimersByTimeAsync(2_500));
		expect(screen.getByRole("heading", { name: "Thank you" })).toBeTruthy();
		await act(() => vi.advanceTimersByTimeAsync(600));
		expect(screen.queryByRole("heading", { name: "Thank you" })).toBeNull();
		expect(screen.getByTestId("address").textContent).toBe(MANAGE);
		const claim = await screen.findByRole("article", { name: "Plain Engineering" });
		expect(within(claim).getByText("Pending")).toBeTruthy();
		expect(document.activeElement?.textContent).toBe("Manage Claims");
	});
});

describe("claim verified by a code", () => {
	it("shows a code to copy and is verified with a press of Verify", async () => {
		const { server } = serve({ claims: [sampleClaim()] });
		server.verify = () => {
			server.claims = [sampleClaim({ status: "verified", verified: true })];
			return { body: { claim: server.claims[0] } };
		};
		const copied: string[] = [];
		vi.stubGlobal("navigator", {
			...navigator,
			clipboard: { writeText: async (text: string) => copied.push(text) },
		});
		open(MANAGE);
		const code = await screen.findByLabelText<HTMLInputElement>(/^Code for/);
		expect(code.value).toBe("bs-BCDFGH");
		await press("Copy Code");
		await screen.findByRole("button", { name: "Code Copied" });
		expect(copied).toEqual(["bs-BCDFGH"]);
		expect(screen.queryByRole("button", { name: "Respond" })).toBeNull();
		await press("Verify");
		expect(await screen.findByText("Verified")).toBeTruthy();
		const respond = await screen.findByRole("button", { name: "Respond" });
		expect(document.activeElement).toBe(respond);
	});

	it("shows the server's error if the code was not found", async () => {
		serve({
			claims: [sampleClaim()],
			verify: () => ({
				status: 422,
				body: problem(422, "code_not_found", "The code does not stand there."),
			}),
		});
		open(MANAGE);
		await press("Verify");
		const said = await screen.findByText("The code does not stand there.");
		expect(said.closest("[role=alert]")).toBeTruthy();
		expect(screen.getByText("Pending")).toBeTruthy();
	});
});

describe("claims without a code", () => {
	it("explain why the team reviews them and how long it takes", async () => {
		const reason = REVIEW_REASONS.owned;
		serve({ claims: [sampleClaim({ verification_method: "team_review", reason })] });
		open(MANAGE);
		expect(await screen.findByText("Review by the team")).toBeTruthy();
		expect(
			screen.getByText(
				`${reason} Our team (this site's admins) reviews the claim within 24-48 hours.`,
			),
		).toBeTruthy();
	});

	it("show the reason of a rejection and lead back to the form", async () => {
		serve({ claims: [sampleClaim({ status: "rejected", reason: "Another name." })] });
		open(MANAGE);
		expect(await screen.findByText("Rejected")).toBeTruthy();
		expect(screen.getByText(/Another name\./)).toBeTruthy();
		await press("Claim It Again");
		expect((await linkField()).value).toBe("https://www.youtube.com/@plain");
	});
});

const EXPLAINED = "You get a short code for the channel.";
const REVIEWED = /Our team \(this site's admins\) reviews the claim within 24-48 hours/;
const NO_REVIEWER = /Its operator can name reviewers with ADMIN_EMAILS/;
const UNDECIDED =
	/Its operator must set YOUTUBE_API_KEY to check codes, or ADMIN_EMAILS to name reviewers/;

/** The texts of the form, the claim and the page for creators for each set of `methods`. */
describe.each<{ methods: Health["claim_methods"]; code: boolean; outlook: RegExp }>([
	{ methods: ["channel_description", "team_review"], code: true, outlook: REVIEWED },
	{ methods: ["channel_description"], code: true, outlook: NO_REVIEWER },
	{ methods: ["team_review"], code: false, outlook: REVIEWED },
	{ methods: [], code: false, outlook: UNDECIDED },
])("site that decides claims by $methods", ({ methods, code, outlook }) => {
	it("explains the code only if codes are checked, and promises a review only with an admin", async () => {
		serve({ methods });
		open("/dashboard?tab=owner&view=claim");
		expect(await screen.findByText(outlook)).toBeTruthy();
		expect(screen.queryByText(EXPLAINED) !== null).toBe(code);
		expect(screen.queryByText(REVIEWED) !== null).toBe(outlook === REVIEWED);
		cleanup();
		openPage(<CreatorsPage />, "/creators");
		await screen.findByText(outlook);
		expect(screen.queryByText(/You get a short code/) !== null).toBe(code);
		const promised = screen.queryByText(/your response becomes part/) !== null;
		expect(promised).toBe(methods.length > 0);
		const refused = screen.queryByText(/cannot verify channels yet/) !== null;
		expect(refused).toBe(methods.length === 0);
	});

	it("moves the focus to the heading when a claim is withdrawn", async () => {
		const { asked } = serve({ claims: [sampleClaim()] });
		open(MANAGE);
		await press("Withdraw Claim");
		await screen.findByText("No claims yet");
		expect(asked.filter(({ method }) => method === "DELETE")).toHaveLength(1);
		expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Manage Claims" }));
	});

	it("says on a pending claim who decides, and offers Verify only if codes are checked", async () => {
		const reason = REVIEW_REASONS.owned;
		serve({ methods, claims: [sampleClaim({ verification_method: "team_review", reason })] });
		open(MANAGE);
		expect(await screen.findByText(outlook)).toBeTruthy();
		expect(screen.queryByRole("button", { name: "Verify" }) !== null).toBe(code);
		expect(screen.queryByLabelText(/^Code for/) !== null).toBe(methods.length > 0);
	});
});

it("a claim by code says who decides it after the site has lost its API key", async () => {
	serve({ methods: ["team_review"], claims: [sampleClaim()] });
	open(MANAGE);
	expect(await screen.findByText(REVIEWED)).toBeTruthy();
	expect(screen.queryByRole("button", { name: "Verify" })).toBeNull();
});

describe("responding to analyses", () => {
	it("requires a verified channel", async () => {
		serve();
		open(RESPOND);
		expect(await screen.findByText("No pending responses")).toBeTruthy();
		await press("Manage Claims");
		expect(await screen.findByText("No claims yet")).toBeTruthy();
	});

	it("lists the channel's videos with links to respond", async () => {
		serve({ creators: [sampleCreator()] });
		open(RESPOND);
		expect(await screen.findByText("1 analysis waits for your response")).toBeTruthy();
		const link = screen.getByRole("link", { name: /^Respond/ });
		expect(link.getAttribute("href")).toBe(`/results/${VIDEO_ID}#creator-response`);
		expect(screen.queryByRole("button", { name: "Load More" })).toBeNull();
	});

	it("loads older videos on request", async () => {
		serve({ creators: [sampleCreator({ total_videos: 2 })], older: true });
		open(RESPOND);
		await screen.findByText("The latest 1 of 2 analyzed videos are listed.");
		expect(screen.queryByText("An older talk")).toBeNull();
		await press("Load More");
		expect(await screen.findByText("An older talk")).toBeTruthy();
		expect(screen.getByText("2 analyses wait for your response")).toBeTruthy();
		expect(screen.queryByText(/are listed\.$/)).toBeNull();
	});

	it("shows a response, and a withdrawn one as waiting", async () => {
		const response = {
			id: "r1",
			video_id: VIDEO_ID,
			statement_id: null,
			retired_statement: null,
			channel_name: "Plain Engineering",
			body: "We stand by it.",
			created_at: "2026-02-01T10:00:00.000Z",
			updated_at: "2026-02-01T10:00:00.000Z",
			withdrawn_at: null,
			history: [],
		};
		const { server } = serve({
			creators: [sampleCreator({ total_videos: 12 })],
			older: true,
			report: sampleReport({ responses: [response] }),
		});
		open(RESPOND);
		expect(await screen.findByText("We stand by it.")).toBeTruthy();
		expect(screen.getByText("Responded")).toBeTruthy();
		expect(screen.getByText("No pending responses among those listed")).toBeTruthy();
		expect(screen.getByText("The latest 1 of 12 analyzed videos are listed.")).toBeTruthy();

		server.report = sampleReport({
			responses: [{ ...response, body: "", withdrawn_at: "2026-02-02T10:00:00.000Z" }],
		});
		cleanup();
		open(RESPOND);
		await waitFor(() => expect(screen.getByText("Waiting for you")).toBeTruthy());
	});
});
