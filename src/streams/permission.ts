import {catchError, from, fromEvent, map, NEVER, type Observable, switchMap} from 'rxjs'

/** Tells when the person allows or forbids something in the browser's own settings. Not every browser tells of it. */
export function permissionChanges(name: PermissionName): Observable<{type: 'permission.changed'}> {
  if (!('permissions' in navigator)) return NEVER
  return from(navigator.permissions.query({name})).pipe(
    switchMap(status => fromEvent(status, 'change')),
    map(() => ({type: 'permission.changed'}) as const),
    catchError(() => NEVER),
  )
}
