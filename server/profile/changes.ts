import {type ProfileBody, profileBody} from '../../contract/wire/profile'

/** The names of the fields in which the two differ, never their values. Without a former profile every field that says something differs. */
export function changedFields(before: ProfileBody | undefined, after: ProfileBody): string[] {
  const former = new Map(Object.entries(before ?? profileBody.parse({})))
  return Object.entries(after).flatMap(([field, value]) => (former.get(field) === value ? [] : [field]))
}
