import {useSelector} from '@xstate/react'
import {ageOf} from '../../../domain/format/age'
import type {LinkRef} from '../../../machines/link'
import {useApplication} from '../../kit/application'
import {texts as common} from '../../texts'
import {texts} from '../texts'
import styles from './LinkDown.module.css'

/** Shows since when nothing arrives. Screen readers announce it once, and not each second. */
export function LinkDown({link}: {link: LinkRef}) {
  const since = useSelector(link, ({context}) => context.downSince)
  const isCrowded = useSelector(link, ({context}) => context.isCrowded)
  const {formats} = useApplication()
  const canTry = useSelector(link, snapshot => snapshot.can({type: 'retry.requested'}))
  return (
    <div className={styles.down}>
      <p className={styles.words}>
        {since === null ? (
          <span role="status">{common.link.explained.reconnecting}</span>
        ) : (
          <>
            <span role="status">{texts.linkDown.since(formats.time(since))}</span>
            <span aria-hidden="true">
              {' – '}
              <Age link={link} since={since} />
            </span>
          </>
        )}
        <NextTry link={link} />
        {isCrowded && <span role="status">{` ${texts.linkDown.crowded}`}</span>}
      </p>
      <button
        type="button"
        className={styles.try}
        aria-disabled={!canTry}
        onClick={() => link.send({type: 'retry.requested'})}
      >
        {texts.linkDown.tryNow}
      </button>
    </div>
  )
}

function Age({link, since}: {link: LinkRef; since: number}) {
  return useSelector(link, ({context}) => texts.linkDown.age(ageOf(since, context.now ?? since)))
}

function NextTry({link}: {link: LinkRef}) {
  const text = useSelector(link, ({context: {link: state, now}}) => {
    if (state.kind !== 'reconnecting') return null
    if (state.nextTryAt === null || now === null) return common.link.trying
    const seconds = Math.ceil((state.nextTryAt - now) / 1000)
    return seconds > 0 ? common.link.nextTry(seconds) : common.link.trying
  })
  return text === null ? null : <span aria-hidden="true">{` · ${text}`}</span>
}
