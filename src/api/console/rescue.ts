import {secondFactorState} from '../../../contract/wire/secondFactor'
import {anyAnswer} from '../anyServer'
import type {Http, Options} from '../http'

export async function hasSecondFactor(http: Http, userId: string, options: Options = {}): Promise<boolean> {
  return (await http.get(pathOf(userId), secondFactorState, options)).isOn
}

/** Ends all sessions of the user. Fails with status 409 when there is none. */
export async function removeSecondFactorOf(http: Http, userId: string, options: Options = {}): Promise<void> {
  await http.post(`${pathOf(userId)}/removal`, anyAnswer, options)
}

const pathOf = (userId: string) => `/api/v0/user/${encodeURIComponent(userId)}/second-factor`
