import {useSelector} from '@xstate/react'
import {MOST_PANELS, type Panel} from '../../../domain/wall/panels/panels'
import type {ComposeNews, ComposeRef} from '../../../machines/wall/compose'
import type {WallRef} from '../../../machines/wall/wall'
import {useApplication} from '../../kit/application'
import spoken from '../../kit/text/Spoken.module.css'
import {titleOf} from '../panels/Panels'
import {texts as panelTexts} from '../panels/texts'
import {texts as placeTexts} from '../places/texts'
import {usePlaceOf} from '../places/usePlaceOf'
import {texts} from './texts'

/** Tells those who can't see it what has just happened. */
export function News({wall, compose}: {wall: WallRef; compose: ComposeRef}) {
  const {formats} = useApplication()
  const news = useSelector(compose, s => s.context.news)
  const nameOf = useNameOf(wall)
  const placeOf = usePlaceOf(wall)
  return (
    <p className={spoken.spoken} role="status">
      {news !== null && said(news, {nameOf, placeOf, most: formats.number(MOST_PANELS)})}
    </p>
  )
}

interface Saying {
  nameOf: (panel: Panel) => string
  placeOf: ReturnType<typeof usePlaceOf>
  most: string
}

function said(news: ComposeNews, {nameOf, placeOf, most}: Saying): string {
  switch (news.kind) {
    case 'selected':
      // The button that has the focus says it itself.
      return ''
    case 'added':
    case 'removed':
    case 'placed':
      return texts.news[news.kind](nameOf(news.panel))
    case 'deviceAdded':
      return placeTexts.added(placeOf(news.panel, news.deviceId))
    case 'deviceMoved':
    case 'deviceRemoved':
      return placeOf(news.panel, news.deviceId)
    case 'full':
      return texts.news.full(most)
    default:
      return texts.news[news.kind]
  }
}

/** Names a panel with its place, counted from one. */
export function useNameOf(wall: WallRef): (panel: Panel) => string {
  const {formats} = useApplication()
  const devices = useSelector(wall, s => s.context.board.devices)
  return panel => {
    const {x, y, w, h} = panel
    const title = titleOf(panel, {devices})
    const kind = panelTexts.kinds[panel.kind]
    const [column = '', row = '', width = '', height = ''] = [x + 1, y + 1, w, h].map(each => formats.number(each))
    return texts.panel(title === '' ? kind : `${kind}, ${title}`, column, row, width, height)
  }
}
