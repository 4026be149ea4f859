// Wraps the built worker in the same folder: each response reports the number of round
// trips to D1.
import worker, {
	DayLedger,
	NotificationBell,
	ProviderCaller,
	ProviderLimiter,
	Quota,
	SourceLimiter,
	VideoAnalysis,
} from "./index.js";

export {
	DayLedger,
	NotificationBell,
	ProviderCaller,
	ProviderLimiter,
	Quota,
	SourceLimiter,
	VideoAnalysis,
};

const ASKS = new Set(["all", "run", "first", "raw"]);

export default {
	async fetch(request, env, ctx) {
		let trips = 0;
		const DB = counted(env.DB, () => {
			trips++;
		});
		const answer = await worker.fetch(request, { ...env, DB }, ctx);
		const told = new Response(answer.body, answer);
		told.headers.set("x-database-trips", String(trips));
		return told;
	},
};

function counted(database, onTrip) {
	const inner = new WeakMap();
	const wrap = (statement) => {
		const outer = new Proxy(statement, {
			get(target, name) {
				if (name === "bind") return (...values) => wrap(target.bind(...values));
				if (ASKS.has(name)) onTrip();
				const value = Reflect.get(target, name);
				return typeof value === "function" ? value.bind(target) : value;
			},
		});
		inner.set(outer, statement);
		return outer;
	};
	return new Proxy(database, {
		get(target, name) {
			if (name === "prepare") return (query) => wrap(target.prepare(query));
			if (name === "batch")
				return (statements) => {
					onTrip();
					return target.batch(statements.map((outer) => inner.get(outer)));
				};
			if (name === "withSession") return (from) => counted(target.withSession(from), onTrip);
			if (name === "getBookmark") return () => target.getBookmark();
			throw new Error(`Not counted: ${String(name)}`);
		},
	});
}
