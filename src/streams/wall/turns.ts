import {map, type Observable, timer} from 'rxjs'

/** Tells once that the next page is due, after `every` seconds. */
export const turns = ({every}: {every: number}): Observable<{type: 'turn.due'}> =>
  timer(every * 1000).pipe(map(() => ({type: 'turn.due'})))
