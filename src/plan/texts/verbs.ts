/** What operations of APIs do, in the words of their descriptions. */
const verbs: ReadonlySet<string> = new Set(
  `abort accept acknowledge activate add adjust allow analyze analyse apply approve archive assign attach authenticate
  authorize backup ban batch begin bind block book build bulk calculate call cancel capture change check claim clear
  clone close collect combine commit compare complete compute configure confirm connect consume convert copy count
  create deactivate decide decline decode decrypt define delete deliver deny deploy describe destroy detach detect
  determine disable discard disconnect dismiss display download draft drop duplicate edit embed enable encode encrypt
  end enqueue enumerate estimate evaluate execute exchange exclude expand expire export extend extract fetch fill
  filter finalize find finish follow force forget fork format forward generate get give grant group handle hide import
  include increment index initialize initiate insert inspect install invalidate invite invoke issue join keep kick kill
  launch leave link list load lock log login logout look make manage mark match measure merge migrate modify monitor
  move mute name notify obtain offer open order pause pay perform pin ping place play poll populate post preview
  process produce promote provide provision prune publish pull purge push put query queue read rebuild receive record
  recover redeem refresh refund register reject release remove rename render renew reopen reorder repeat replace reply
  report request require reset resend resize resolve restart restore resume retrieve retry return reveal revert review
  revoke rotate run save scan schedule search see select send serve set share show sign simulate skip sort split start
  stop store stream submit subscribe suggest summarize suspend swap switch sync synchronize tag take terminate test
  track transfer transform translate trash trigger unarchive unassign unban unblock undo unfollow uninstall unlink unlock
  unmute unpin unpublish unregister unsubscribe unsuspend update upgrade upload upsert use validate verify view void
  vote wait watch withdraw write`.split(/\s+/),
);

/** Whether a word, in lower case, is a verb in one of the forms that descriptions start with: `list`, `lists`, `listing`. */
export function isVerb(word: string): boolean {
  return stemsOf(word).some((stem) => verbs.has(stem));
}

/** What the verb can be that has this form, in lower case: `list` of `lists` and `listing`. */
export function stemsOf(word: string): readonly string[] {
  return [
    word,
    word.replace(/s$/, ''),
    word.replace(/es$/, ''),
    word.replace(/ies$/, 'y'),
    word.replace(/ing$/, ''),
    word.replace(/ing$/, 'e'),
  ];
}
