import { PROVIDER_NAMES } from "#contract/providers.ts";
import { useHealth } from "#web/api/use-site.ts";
import { FactRows } from "#web/ui/fact-list.tsx";
import type { TextSection } from "./text-page.tsx";

/** What leaves this site, and what stays in the browser. */
export const sharedSections: TextSection[] = [
	{
		id: "cookies",
		title: "Cookies and storage",
		body: (
			<>
				<p>
					Reading sets no cookie. There are four, and each is needed for what
					you asked for:
				</p>
				<FactRows
					rows={[
						[
							"Session",
							"Keeps you signed in: for 90 days at most, and not after 14 days without a visit. Scripts cannot read it.",
						],
						[
							"Sign-up",
							"Where you confirm your address by mail: shows for a day that this browser chose the password. Scripts cannot read it.",
						],
						[
							"Known browser",
							"Shows for a year that you have signed in here before: others' wrong guesses at your password do not lock you out here, and a sign-in from elsewhere is told to you by mail. Scripts cannot read it.",
						],
						[
							"Google sign-in",
							"Only on the way to Google and back, for ten minutes.",
						],
					]}
				/>
				<p>
					Beside cookies, your browser stores three things for this site. They
					are never sent to us:
				</p>
				<FactRows
					rows={[
						["Theme", "Light or dark, if you chose one of them yourself."],
						["Shortcuts", "That you turned keyboard shortcuts off."],
						[
							"Running analyses",
							"The videos whose analysis you started, for a day at most, so that this browser tells you when they are done.",
						],
					]}
				/>
			</>
		),
	},
	{
		id: "providers",
		title: "Who gets to see what",
		body: (
			<>
				<FactRows
					rows={[
						[
							"AI providers, rating",
							"One statement, the video's date and passages of the pages that were found. Nothing else of the video, and nothing of you.",
						],
						[
							"Searched sources",
							"Our server sends search words about a statement to Wikipedia, PubMed and other sources that this site is set up with, and opens the pages they name. They see our server's address, and nothing of you. A page that you add to a statement is opened in the same way.",
						],
						[
							"AI provider, reading",
							"One of them gets the transcript in parts, to find the statements in it.",
						],
						[
							"Gemini, listening",
							"Where a video has no captions that we can read: the public video's link.",
						],
						[
							"YouTube",
							"Our server asks it about the video and for its captions. Your browser loads the videos' pictures from YouTube's picture server, which sees your network address. Nothing of its player is loaded before you press play.",
						],
						[
							"Google",
							"If you choose to sign in with it: that you sign in here.",
						],
						[
							"Mail service",
							"Where this site sends mail: your address and the mail.",
						],
						[
							"Your own programs",
							"If one of your calls names a webhook, its address gets the result.",
						],
						[
							"Hosting",
							"Whoever hosts the site and its database processes all of it for us, and keeps technical logs of requests for finding faults.",
						],
					]}
				/>
				<PanelNotice />
				<p>Nothing is sold, and nobody else gets anything.</p>
			</>
		),
	},
];

/** The site's panel, as the server reports it. */
function PanelNotice() {
	const health = useHealth();
	if (health === undefined) return null;
	if (health.mode === "demo") {
		return (
			<p>
				<strong>This site runs in demo mode.</strong> No AI provider is set up,
				so nothing is sent to any, and every score on it is simulated.
			</p>
		);
	}
	const names = health.panel.map((provider) => PROVIDER_NAMES[provider]);
	return (
		<p>
			<strong>On this site the panel is {listed(names)}.</strong>
		</p>
	);
}

function listed(names: string[]): string {
	const last = names.at(-1) ?? "";
	return names.length < 2
		? last
		: `${names.slice(0, -1).join(", ")} and ${last}`;
}
