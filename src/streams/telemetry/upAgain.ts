import {filter, type Observable, pairwise} from 'rxjs'
import {hasComeUp, type LinkState} from '../../domain/link'

/** Emits when the link has come up after it was down, and changes may have been missed. */
export const upAgain = (links: Observable<{link: LinkState}>): Observable<unknown> =>
  links.pipe(
    pairwise(),
    filter(([before, now]) => before.link.kind !== 'probing' && hasComeUp(before.link, now.link)),
  )
