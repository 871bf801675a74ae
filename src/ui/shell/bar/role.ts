import {texts} from '../texts'

/** The authority in words. An unknown one of another server is shown as it is. */
export function roleOf(authority: string): string {
  const role = Object.entries(texts.roles).find(([name]) => name === authority)
  return role === undefined ? authority : role[1]
}
