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
					The rules between you and the people who run this site, in plain words. By creating an
					account you agree to them.
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
				BS Detector uses AI models to rate statements in public videos, and publishes the reports.
				Reading is free and needs no account. To analyze, vote or respond you need an account, which
				is also free.
			</p>
		),
	},
	{
		id: "ratings",
		title: "What a rating is",
		body: (
			<>
				<p>
					A rating is an automated opinion about a statement, made by AI models. It can be wrong. It
					is not a finding of fact, says nothing about a person's honesty, and is not advice on
					health, law, money or anything else. Read the reasons and sources before you act on it or
					share it.
				</p>
				<p>
					<Link to={paths.about()}>About</Link> explains how scores are made and how mistakes are
					corrected.
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
					Use your own email address, and keep your password and API keys secret. You are
					responsible for what is done with them.
				</li>
				<li>One account per person, so that each person has one vote.</li>
				<li>
					You can delete your account at any time on{" "}
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
				<li>Vote or sign up automatically, or with several accounts, to change a count.</li>
				<li>Claim a channel that is not yours.</li>
				<li>
					Paste a transcript that is not what the video says, or text that breaks the law or
					someone's rights.
				</li>
				<li>
					Bypass the limits on analyses, votes, searches and sign-ins, or try to disrupt or break
					into the site.
				</li>
				<li>Present a rating as more than it is, or a simulated score as a real one.</li>
			</ul>
		),
	},
	{
		id: "yours",
		title: "What you write here",
		body: (
			<p>
				It remains yours. By sending a response, a transcript or the address of a page, you allow us
				to publish it in the report for as long as the report is public. You can withdraw a response
				at any time.
			</p>
		),
	},
	{
		id: "reports",
		title: "Using reports and the API",
		body: (
			<p>
				You may link to reports, quote them and use the <Link to={paths.api()}>API</Link> in your
				own programs, if you say that the ratings are automated and link to the report. Videos and
				their words belong to the people who made them. The program is under the MIT license.
			</p>
		),
	},
	{
		id: "end",
		title: "If something goes wrong",
		body: (
			<>
				<p>
					We run the site as well as we can, but we cannot promise more: it may be down, slow or
					wrong, and YouTube or an AI provider may refuse to answer. As far as the law allows, we
					are not liable for the consequences of relying on a rating. Nothing here limits the rights
					the law gives you.
				</p>
				<p>
					We may close accounts that break these terms. The{" "}
					<Link to={paths.privacy()}>Privacy Policy</Link> explains what we store and for how long.
				</p>
			</>
		),
	},
	{
		id: "changes",
		title: "Changes to these terms",
		body: (
			<p>
				We announce changes on this page with 30 days notice. If you keep using your account after
				that, the new terms apply to you. If you do not agree, delete your account before then.
			</p>
		),
	},
];
