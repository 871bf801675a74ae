import {useActorRef, useSelector} from '@xstate/react'
import {useLocation} from 'react-router-dom'
import type {WallLinkLogic, WallLinkRef} from '../../machines/wall/wallLink'
import {useApplication} from '../kit/application'
import {LazyScreen} from '../kit/loading/LazyPart'
import {NoticeButton, NoticePage} from '../kit/loading/Notice'
import {RetryButton, useTried} from '../kit/loading/Retry'
import {ChosenFormats} from '../kit/text/ChosenFormats'
import {Starting} from '../Starting'
import {texts as allTexts} from './texts'

const texts = allTexts.link

export function WallLinkScreen({logic}: {logic: WallLinkLogic}) {
  const {hash} = useLocation()
  // Another link is another screen.
  return <OpenedLink key={hash} logic={logic} token={new URLSearchParams(hash.slice(1)).get('token')} />
}

function OpenedLink({logic, token}: {logic: WallLinkLogic; token: string | null}) {
  const link = useActorRef(logic, {input: {token}})
  const place = useSelector(link, placeOf)
  const revoked = useTried(place === 'revoked', place === 'opening')
  const unknown = useTried(place === 'unknown', place === 'opening')
  const retry = (
    <RetryButton isBusy={place === 'opening'} text={texts.retry} onClick={() => link.send({type: 'retry.requested'})} />
  )
  switch (revoked.isFailed ? 'revoked' : unknown.isFailed ? 'unknown' : place) {
    case 'open':
      return (
        <ChosenFormats>
          <main>
            <LazyScreen name="linkedWall" />
          </main>
        </ChosenFormats>
      )
    case 'opening':
      return <Starting />
    case 'asking':
      return <Asking link={link} />
    case 'unreachable':
      return <NoticePage kind="failed" heading={texts.unreachable} hint={texts.unreachableHint} />
    case 'missing':
      return <NoticePage kind="failed" heading={texts.missing} hint={texts.missingHint} />
    case 'revoked':
      return (
        <NoticePage kind="failed" heading={texts.revoked} hint={texts.revokedHint}>
          {retry}
        </NoticePage>
      )
    case 'unknown':
      return (
        <NoticePage kind="failed" heading={texts.unknown} hint={texts.unknownHint}>
          {retry}
        </NoticePage>
      )
  }
}

function Asking({link}: {link: WallLinkRef}) {
  const {session} = useApplication()
  const name = useSelector(session, ({context: {user}}) => user?.name ?? user?.email ?? '')
  return (
    <NoticePage kind="placed" heading={texts.asking} hint={texts.askingHint(name)}>
      <NoticeButton onClick={() => link.send({type: 'replacing.confirmed'})}>{texts.replace}</NoticeButton>
    </NoticePage>
  )
}

type Place = 'open' | 'opening' | 'asking' | 'unreachable' | 'missing' | 'revoked' | 'unknown'

function placeOf(snapshot: ReturnType<WallLinkRef['getSnapshot']>): Place {
  if (snapshot.matches('open')) return 'open'
  if (snapshot.matches('asking')) return 'asking'
  if (snapshot.matches('tokenMissing')) return 'missing'
  if (snapshot.matches('waiting') || snapshot.matches({looking: 'unreachable'})) return 'unreachable'
  if (snapshot.matches({refused: 'revoked'})) return 'revoked'
  return snapshot.matches({refused: 'unknown'}) ? 'unknown' : 'opening'
}
