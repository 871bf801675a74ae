import {useSelector} from '@xstate/react'
import {isLinkUp, type LinkState, REPLAY} from '../../../domain/link'
import type {LinkRef} from '../../../machines/link'
import spoken from '../../kit/text/Spoken.module.css'
import {texts} from '../../texts'
import styles from './LinkMark.module.css'

interface Props {
  link: LinkRef
  /** Whether screens show the past, which is asked for. */
  isReplay?: boolean
  isBrief?: boolean
}

/** Shows how the values get here by a shape and a word; the colour only repeats them. */
export function LinkMark({link, isReplay = false, isBrief = false}: Props) {
  const {kind} = useSelector(link, ({context}) => (isReplay && isLinkUp(context.link) ? REPLAY : context.link))
  return (
    <div className={styles.mark} data-link={kind} title={texts.link.explained[kind]}>
      <svg className={styles.shape} viewBox="0 0 12 12" aria-hidden="true">
        <path d={SHAPES[kind]} />
      </svg>
      <span role="status" className={isBrief ? spoken.spoken : undefined}>
        {texts.link[kind]}
      </span>
    </div>
  )
}

/** A disc, the hand of a clock, a broken ring, a cross and a clock. */
const SHAPES: Record<LinkState['kind'], string> = {
  probing: 'M6 1.5A4.5 4.5 0 0 1 10.5 6',
  live: 'M6 1a5 5 0 1 1 0 10a5 5 0 1 1 0-10z',
  polling: 'M6 1.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9M6 3.5V6H8.5',
  reconnecting: 'M10.5 6A4.5 4.5 0 1 1 8.5 2.2M8.5 0V2.5H6',
  offline: 'M2 2L10 10M10 2L2 10',
  replay: 'M6 1.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9M6 3.5V6H8.5',
}
