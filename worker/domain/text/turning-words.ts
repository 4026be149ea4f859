/** With one of these in it, a statement denies something. */
export const DENIALS: ReadonlySet<string> = new Set(
	`not no never none neither nor cannot without nothing nobody false untrue myth hoax
	nicht kein keine keinen keiner nie niemals falsch mythos ne pas jamais aucun aucune rien faux mythe
	nunca jamás falso mito mai non não nem niet geen inte ikke ei
	не нет нету ни никогда ніколи δεν değil yok لا ليس لم לא אין नहीं tidak bukan không
	不 没 沒 無 无 未 非 別`.split(/\s+/),
);

/** "isn't", however the apostrophe is written. */
export const DENIED_VERB = /n['’]t$/;

/** One of these in place of another, and a statement says the contrary. */
export const DIRECTIONS: ReadonlySet<string> = new Set(
	`unlike true
	more less fewer higher lower most least before after above below over under
	increase increases increased decrease decreases decreased rise rises rose fall falls fell
	raise raises raised reduce reduces reduced gain gains lose loses
	mehr weniger plus moins más menos più meno mais больше меньше
	多 少`.split(/\s+/),
);
