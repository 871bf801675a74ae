import {account} from './account'
import type {Entry} from './entry'
import {session} from './session'

/** All entries by the rooms that declare them. */
export const ROOMS: Readonly<Record<string, readonly Entry[]>> = {session, account}

export const ENTRIES: readonly Entry[] = Object.entries(ROOMS).flatMap(([room, entries]) =>
  entries.map(entry => ({...entry, name: `${room}/${entry.name}`})),
)
