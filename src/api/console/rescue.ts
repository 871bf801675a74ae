import * as routes from '../../../contract/wire/people/secondFactor'
import type {Http, Options} from '../http'

export async function hasSecondFactor(
  http: Http,
  {userId: id}: {userId: string},
  options: Options = {},
): Promise<boolean> {
  return (await http.call(routes.readSecondFactorOf, {params: {id}, ...options})).isOn
}

/** Ends all sessions of the user. Fails with status 409 when there is none. */
export async function removeSecondFactorOf(
  http: Http,
  {userId: id}: {userId: string},
  options: Options = {},
): Promise<void> {
  await http.call(routes.removeSecondFactorOf, {params: {id}, ...options})
}
