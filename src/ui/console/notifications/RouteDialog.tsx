import {useSelector} from '@xstate/react'
import {type AlarmRoute, alarmRoutesFrom} from '../../../../contract/rules/alarmRoutes'
import {editedName, writtenRoute} from '../../../domain/console/alarmRoutes/draft'
import type {AlarmRoutesRef} from '../../../machines/console/organisation/alarmRoutes'
import {EditorDialog} from '../EditorDialog'
import styles from './Notifications.module.css'
import {RouteForm} from './RouteForm'
import {When, Which, Whom} from './RouteWords'
import {texts} from './texts'

export function RouteDialog({routes, onGone}: {routes: AlarmRoutesRef; onGone: () => void}) {
  const draft = useSelector(routes, ({context}) => context.draft)
  const chosen = useSelector(routes, ({context}) => context.chosen)
  const updatedAt = useSelector(routes, ({context}) => context.loaded?.updatedAt ?? null)
  const [mine = null] = alarmRoutesFrom([writtenRoute(draft, chosen?.route ?? null)]).routes
  return (
    <EditorDialog
      entries={routes}
      name={editedName({chosen, draft})}
      texts={texts}
      versions={{
        mine: <Words name={draft.name.trim()} route={mine} />,
        theirs: chosen === null ? texts.conflict.removed : <Words {...chosen} />,
        updatedAt,
      }}
      onGone={onGone}
    >
      <RouteForm routes={routes} />
    </EditorDialog>
  )
}

/** A route that can't be read has its name alone. */
function Words({name, route}: {name: string; route: AlarmRoute | null}) {
  return (
    <dl className={styles.words}>
      <dt>{texts.columns.name}</dt>
      <dd>
        <bdi>{name}</bdi>
      </dd>
      {route !== null && (
        <>
          <dt>{texts.columns.to}</dt>
          <dd>
            <Whom route={route} />
          </dd>
          <dt>{texts.columns.which}</dt>
          <dd>
            <Which route={route} />
          </dd>
          <dt>{texts.columns.when}</dt>
          <dd>
            <When route={route} />
          </dd>
        </>
      )}
    </dl>
  )
}
