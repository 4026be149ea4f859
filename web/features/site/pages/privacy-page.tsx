import { Link } from "react-router-dom";
import { KEPT_NOTIFICATIONS } from "#contract/limits.ts";
import { paths } from "#web/paths.ts";
import { FactRows } from "#web/ui/fact-list.tsx";
import { useDocumentTitle } from "#web/ui/page-heading.tsx";
import { sharedSections } from "./privacy-shared.tsx";
import { TextPage, type TextSection } from "./text-page.tsx";

export function PrivacyPage() {
	useDocumentTitle("Privacy Policy");
	return (
		<TextPage
			title="Privacy Policy"
			lead={
				<>
					<p>
						We keep what an account needs, and nothing of people who only read.
						“We” are the people who run this site.
					</p>
					<p className="text-sm">Last updated: January 1, 2025</p>
					<p className="text-sm">
						Changed since: November 22, 2026 (how long a vote's network is kept)
					</p>
				</>
			}
			sections={privacySections}
		/>
	);
}

/** What is stored about a member, a visitor and a video. */
const storedSections: TextSection[] = [
	{
		id: "readers",
		title: "If you only read",
		body: (
			<p>
				Nothing about you is kept in our database. There is no tracking, no
				analytics and no advertising here. Your network address names a counter
				of searches, sign-ups and failed sign-ins, so that nobody can flood the
				site or guess passwords; what you searched for is not kept.
			</p>
		),
	},
	{
		id: "members",
		title: "If you have an account",
		body: (
			<>
				<FactRows
					rows={[
						[
							"Account",
							"Your name, your email address and whether you confirmed it, when you joined, and the address of a picture if you gave one.",
						],
						[
							"Password",
							"Only as a salted hash (scrypt), from which it cannot be read.",
						],
						[
							"Google",
							"If you sign in with Google: the number by which Google knows you, and the email address it confirmed. A new account takes its name and picture from there, and you can change both.",
						],
						[
							"Sessions",
							"For each browser that is signed in: since when, when it was last here, and how it names itself.",
						],
						[
							"API keys",
							"The name you gave each, its first characters, a hash, when it was made and last used.",
						],
						[
							"What you do",
							"Which statements you voted on and how. From which network you voted, as a keyed hash only: for two to three minutes, so that we notice coordinated votes, and for up to an hour while such votes are being checked. Whether a vote looked coordinated. Which videos you had analyzed, when, and with what outcome.",
						],
						[
							"API calls",
							"Which analyses your programs asked for through v1, and how they came out; deleted after 90 days.",
						],
						[
							"As a creator",
							"Your claims on channels with their links, comments and decisions, and your responses with their earlier wordings. One that you withdraw is no longer shown, but kept until you delete your account.",
						],
						[
							"Notifications",
							`The newest ${KEPT_NOTIFICATIONS}; older ones are deleted.`,
						],
					]}
				/>
				<p>
					Links that we send by mail are kept as hashes. One that confirms an
					address works for a day, one for a new password for 30 minutes.
				</p>
			</>
		),
	},
	{
		id: "newsletter",
		title: "If you take the newsletter",
		body: (
			<p>
				Your email address, and when you subscribed, confirmed and left. Where
				this site sends mail, you are asked to confirm first, and the mail after
				that has a link by which you can leave at any time. An address that has
				left stays on the list marked so; deleting an account with that
				confirmed address removes it.
			</p>
		),
	},
	{
		id: "videos",
		title: "About videos",
		body: (
			<p>
				Reports hold what the video's own page shows in public (title, channel,
				date, views), its transcript, the ratings, and short quotes of the pages
				that were opened, with their addresses. A transcript that you paste
				becomes part of the public report, and so does a page that you add, with
				no name beside it. If you are the video's owner,{" "}
				<Link to={paths.corrections()}>Corrections</Link> says what you can do.
			</p>
		),
	},
	{
		id: "public",
		title: "What others can see",
		body: (
			<>
				<p>
					The community's leaderboard and recent activity show your name, and
					through the API your picture's address, with votes and analyses of
					yours. You can hide yourself from both on{" "}
					<Link to={paths.account()}>your account page</Link>. A response shows
					the channel's name, not yours.
				</p>
				<p>
					Your email address is never shown to other visitors. The people who
					review a claim on a channel see the name and address of whoever made
					it, and those who send the newsletter see its list.
				</p>
			</>
		),
	},
];

const privacySections: TextSection[] = [
	...storedSections,
	...sharedSections,
	{
		id: "choices",
		title: "Your choices",
		body: (
			<>
				<p>
					All of these are on{" "}
					<Link to={paths.account()}>your account page</Link>, at any time and
					without asking anybody:
				</p>
				<ul>
					<li>Export everything we store of you, as one JSON file.</li>
					<li>Change your name, picture and password.</li>
					<li>Sign out any browser, and delete any key.</li>
					<li>Hide yourself from the community.</li>
					<li>
						Delete your account. Your name, address, votes, notifications, keys,
						sessions, claims and responses are deleted at once; votes are
						counted again without yours. The analyses you started stay, without
						any trace of who did.
					</li>
				</ul>
				<p>
					For anything else, <Link to={paths.contact()}>write to us</Link>.
				</p>
			</>
		),
	},
	{
		id: "children",
		title: "Children",
		body: (
			<p>
				You must be at least 13 years old to have an account here. Nobody under
				13 is allowed to sign up or to give us their data. If we learn that
				somebody under 13 has an account, we delete it.
			</p>
		),
	},
	{
		id: "changes",
		title: "Changes",
		body: (
			<p>
				When what we store changes, this page changes with it, and the date at
				its head.
			</p>
		),
	},
];
