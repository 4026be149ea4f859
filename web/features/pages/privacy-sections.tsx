import { Link } from "react-router-dom";
import { paths } from "#web/paths.ts";
import { sharedSections } from "./privacy-shared.tsx";
import { storedSections } from "./privacy-stored.tsx";
import type { TextSection } from "./text-page.tsx";

export const privacySections: TextSection[] = [
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
