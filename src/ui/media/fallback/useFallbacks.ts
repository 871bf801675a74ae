import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import type {Fallbacks} from '../../../../contract/rules/media/fallback'
import {fallbacksIn} from '../../../domain/media/fallbacks'
import type {MediaRef} from '../../../machines/media/media'

/** The fallbacks of the organisation and its groups; null until they are read. */
export function useFallbacks(media: MediaRef): Fallbacks | null {
  const fallbacks = useSelector(media, s => s.children.fallbacks)
  const videos = useSelector(
    useSelector(fallbacks, s => s?.children.videos),
    s => s?.context.value ?? null,
  )
  const organisationId = useSelector(media, s => s.context.user.organisationId)
  const known = useSelector(media, s => s.children.groups)
  const groups = useSelector(known, s => s?.context.groups)
  const members = useSelector(known, s => s?.context.members)
  return useMemo(
    () =>
      videos === null || groups === undefined || members === undefined
        ? null
        : fallbacksIn(videos, organisationId, {groups, members}),
    [videos, organisationId, groups, members],
  )
}
