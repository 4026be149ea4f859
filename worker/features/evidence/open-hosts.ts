import { isSubdomainOf } from "#outbound/addresses.ts";

const hosts = (list: string) => list.trim().split(/\s+/);

/**
 * Sites on which anyone can publish under the site's name, with their subdomains. Nobody answers for
 * what stands there, so no verdict rests on it, and no source's finding it is a reason. The list of
 * public suffixes decides nothing: `service.gov.uk` is on it beside `blogspot.com`.
 */
export const OPEN_HOSTS: readonly { why: string; hosts: readonly string[] }[] = [
	{
		why: "Social networks: members write.",
		hosts: hosts(`
			4chan.org bsky.app community.sky.com discord.com facebook.com fb.com gab.com gettr.com
			instagram.com linkedin.com mastodon.online mastodon.social minds.com nextdoor.com ok.ru
			parler.com pikabu.ru pinterest.com quora.com reddit.com snapchat.com stackexchange.com
			stackoverflow.com t.me telegram.me threads.com threads.net tiktok.com truthsocial.com
			tumblr.com twitter.com vk.com weibo.cn weibo.com whatsapp.com x.com zhihu.com
		`),
	},
	{
		why: "Petitions and appeals: who begins one writes it.",
		hosts: hosts(`
			avaaz.org change.org epetitionen.bundestag.de gofundme.com openpetition.de
			petition.parliament.uk petitions.assemblee-nationale.fr petitions.senat.fr
		`),
	},
	{
		why: "Wikis for trying things out, or about anything: whoever comes writes.",
		hosts: hosts(`
			everybodywiki.com fandom.com miraheze.org pbworks.com test.m.wikipedia.org
			test.wikipedia.org test2.m.wikipedia.org test2.wikipedia.org wikia.com wikidot.com
			wikihow.com wikiversity.org
		`),
	},
	{
		why: "Blogs and newsletters: an account is enough.",
		hosts: hosts(`
			ameblo.jp bearblog.dev beehiiv.com blog.cz blog.daum.net blog.hu blog.jp
			blog.libero.it blog.naver.com blog.sina.com.cn blogg.no blogg.se blogger.com blox.pl
			brunch.co.kr buttondown.email canalblog.com cnblogs.com csdn.net dev.to dreamwidth.org
			dzen.ru eklablog.com fc2.com ghost.io habr.com hashnode.dev hatenablog.com
			hatenablog.jp hateblo.jp hive.blog hubpages.com jianshu.com livedoor.blog livejournal.com
			medium.com mirror.xyz note.com over-blog.com overblog.com paragraph.xyz patreon.com
			post.naver.com posthaven.com seesaa.net skyrock.com steemit.com substack.com svbtle.com
			telegra.ph teletype.in tistory.com typepad.com vc.ru vocal.media wordpress.com write.as
		`),
	},
	{
		why: "Site builders and free web space: who signs up chooses the name below theirs.",
		hosts: hosts(`
			000webhostapp.com altervista.org angelfire.com atwebpages.com bigcartel.com
			bubbleapps.io business.site byethost.com carrd.co framer.app framer.website
			freehostia.com geocities.com geocities.ws godaddysites.com gitbook.io
			infinityfreeapp.com jimdo.com jimdofree.com jimdosite.com lovable.app myshopify.com
			mystrikingly.com narod.ru neocities.org notion.site notion.so sites.google.com
			softr.app square.site squarespace.com strikingly.com super.site tilda.ws tripod.com
			ucoz.com ucoz.net ucoz.ru webflow.io webnode.com webs.com weebly.com wix.com
			wixsite.com yolasite.com
		`),
	},
	{
		why: "Hosting of programs: who signs up chooses the name, or a part of it.",
		hosts: hosts(`
			amplifyapp.com appspot.com azurestaticapps.net azurewebsites.net bitbucket.io
			cloudfront.net codeberg.page deno.dev elasticbeanstalk.com firebaseapp.com fly.dev
			github.io gitlab.io glitch.me herokuapp.com hf.space netlify.app ngrok-free.app
			ngrok.app ngrok.io now.sh ondigitalocean.app onrender.com pages.dev pythonanywhere.com
			readthedocs.io repl.co replit.app replit.dev run.app streamlit.app surge.sh
			trycloudflare.com vercel.app web.app workers.dev
		`),
	},
	{
		why: "Storage: who uploads a document decides what it says.",
		hosts: hosts(`
			1drv.ms academia.edu amazonaws.com archive.org backblazeb2.com box.com calameo.com
			core.windows.net digitaloceanspaces.com docs.google.com drive.google.com dropbox.com
			dweb.link figshare.com groups.google.com icloud.com ipfs.io issuu.com linodeobjects.com
			mediafire.com mega.nz onedrive.live.com osf.io r2.dev researchgate.net scribd.com
			sharepoint.com slideshare.net storage.googleapis.com vixra.org wetransfer.com zenodo.org
		`),
	},
	{
		why: "Code and pasted texts: who pastes a text decides what it says.",
		hosts: hosts(`
			bitbucket.org codeberg.org codepen.io codesandbox.io controlc.com dpaste.com
			dpaste.org ghostbin.com github.com githubusercontent.com gitlab.com hastebin.com
			huggingface.co jsfiddle.net justpaste.it paste.ee pastebin.com pastelink.net
			rentry.co scratch.mit.edu sourceforge.net sr.ht stackblitz.com
		`),
	},
	{
		why: "Press wires: companies pay for what they write.",
		hosts: hosts(`
			24-7pressrelease.com accesswire.com businesswire.com cision.com comunicati-stampa.net
			einnews.com einpresswire.com eurekalert.org firmenpresse.de globenewswire.com
			issuewire.com kommunikasjon.ntb.no lifepr.de mynewsdesk.com newsfilecorp.com newswire.ca
			newswire.com openpr.com openpr.de ots.at pr-inside.com pr.com presseportal.de
			pressat.co.uk pressetext.com prlog.org prnewswire.co.uk prnewswire.com prweb.com
			realwire.com via.ritzau.dk via.tt.se
		`),
	},
];

/** Blogger has a name in most countries. */
const BLOGSPOT = /(?:^|\.)blogspot\.[a-z]{2,3}(?:\.[a-z]{2})?$/;

const NAMES = OPEN_HOSTS.flatMap((it) => it.hosts);

/** Whether anyone can publish on the host. */
export function isOpenHost(hostname: string): boolean {
	return BLOGSPOT.test(hostname) || isSubdomainOf(hostname, NAMES);
}
