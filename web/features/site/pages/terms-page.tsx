import { Link } from "react-router-dom";
import { paths } from "#web/paths.ts";
import { useDocumentTitle } from "#web/ui/page-heading.tsx";
import { TextPage, type TextSection } from "./text-page.tsx";

export function TermsPage() {
	useDocumentTitle("Terms of Service");
	return (
		<TextPage
			title="Terms of Service"
			lead={
				<p>
					What holds between you and the people who run this site, in plain
					words. By creating an account you agree to it.
				</p>
			}
			sections={termsSections}
		/>
	);
}

const termsSections: TextSection[] = [
	{
		id: "service",
		title: "What you get",
		body: (
			<p>
				BS Detector rates statements in public videos by AI models and publishes
				the reports. Reading is free for everybody and needs no account. To
				analyze, vote or answer you need one, which is free too.
			</p>
		),
	},
	{
		id: "ratings",
		title: "What a rating is",
		body: (
			<>
				<p>
					A rating is an automated opinion about a statement, made from what AI
					models have learnt. It can be wrong. It is no finding of fact, says
					nothing about a person's honesty, and is no advice on health, law,
					money or anything else. Look at the reasons and sources before you act
					on it or pass it on.
				</p>
				<p>
					<Link to={paths.about()}>About</Link> says how scores are made and how
					mistakes are corrected.
				</p>
			</>
		),
	},
	{
		id: "account",
		title: "Your account",
		body: (
			<ul>
				<li>You must be at least 13 years old.</li>
				<li>
					Give an email address that is yours, and keep your password and your
					API keys to yourself. What is done with them is done in your name.
				</li>
				<li>One person, one account: votes count people.</li>
				<li>
					You can delete it at any time on{" "}
					<Link to={paths.account()}>your account page</Link>.
				</li>
			</ul>
		),
	},
	{
		id: "conduct",
		title: "What you may not do",
		body: (
			<ul>
				<li>
					Vote or sign up by machine, or through several accounts, to move a
					count.
				</li>
				<li>Claim a channel that is not yours.</li>
				<li>
					Paste a transcript that is not what the video says, or words that
					break the law or somebody's rights.
				</li>
				<li>
					Get round the limits on analyses, votes, searches and sign-ins, or try
					to disturb or break into the site.
				</li>
				<li>
					Show a rating as more than it is, or a simulated score as a real one.
				</li>
			</ul>
		),
	},
	{
		id: "yours",
		title: "What you write here",
		body: (
			<p>
				It stays yours. By sending a response or a transcript you allow us to
				publish it as part of the report, for as long as the report is public.
				You can withdraw a response at any time.
			</p>
		),
	},
	{
		id: "reports",
		title: "Using reports and the API",
		body: (
			<p>
				You may link to reports, quote them and use the{" "}
				<Link to={paths.api()}>API</Link> in programs of your own, if you say
				that the ratings are automated and link to the report. Videos and their
				words belong to those who made them. The program itself is under the MIT
				licence.
			</p>
		),
	},
	{
		id: "end",
		title: "If something goes wrong",
		body: (
			<>
				<p>
					We run the site as well as we can and promise no more than that: it
					may be down, slow or wrong, and YouTube or an AI provider may refuse
					to answer. As far as the law allows, we are not liable for what
					follows from relying on a rating. What the law gives you, nothing here
					takes away.
				</p>
				<p>
					We may close accounts that break these terms. The{" "}
					<Link to={paths.privacy()}>Privacy Policy</Link> says what is stored
					and for how long.
				</p>
			</>
		),
	},
	{
		id: "changes",
		title: "Changes of these terms",
		body: (
			<p>
				Changes are announced on this page 30 days before they apply: you have
				30 days notice. If you go on using your account after that, they hold
				for you; if you do not agree, delete it before.
			</p>
		),
	},
];
