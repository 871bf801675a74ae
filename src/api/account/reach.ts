import {changeOwnReach, type ReachChange, type ReachWire, readOwnReach} from '../../../contract/wire/people/reach'
import type {Reach} from '../../domain/account/reach'
import type {Http, Options} from '../http'

export const loadReach = async (http: Http, options: Options = {}): Promise<Reach> =>
  reachFrom(await http.call(readOwnReach, options))

export const saveReach = async (http: Http, change: ReachChange, options: Options = {}): Promise<Reach> =>
  reachFrom(await http.call(changeOwnReach, {body: change, ...options}))

export const reachFrom = ({chat, ...by}: ReachWire): Reach => ({...by, chat: chat?.kind ?? null})
