import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {FormEvent} from 'react'
import {type AlarmRoute, alarmRoutesFrom} from '../../../../contract/rules/alarmRoutes'
import {writtenRoute} from '../../../domain/console/alarmRoutes/draft'
import type {AlarmRoutesRef} from '../../../machines/console/alarmRoutes'
import dialog from '../../kit/Dialog.module.css'
import {ChangedBy} from '../ChangedBy'
import {SideChoice} from '../SideChoice'
import {texts as common} from '../texts'
import styles from './Notifications.module.css'
import {When, Which, Whom} from './RouteWords'
import {texts} from './texts'

/** Shows the typed route beside the one on the server, and asks which of them is kept. */
export function RouteConflict({routes}: {routes: AlarmRoutesRef}) {
  const draft = useSelector(routes, ({context}) => context.draft)
  const theirs = useSelector(routes, ({context}) => context.chosen)
  const updatedAt = useSelector(routes, ({context}) => context.attribute?.updatedAt ?? null)
  const side = useSelector(routes, ({context}) => context.side)
  const change = useSelector(routes, ({context}) => context.change)
  const [mine = null] = alarmRoutesFrom([writtenRoute(draft, theirs?.route ?? null)]).routes

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    routes.send({type: 'side.confirmed'})
  }

  return (
    <form onSubmit={submit} className={dialog.content}>
      <ChangedBy text={common.changedBy(change?.email ?? null)} at={change?.at ?? updatedAt} />
      <p role="alert">{texts.conflict.changed}</p>
      <SideChoice
        legend={texts.conflict.legend}
        mine={{label: common.sides.mine, value: <Words name={draft.name.trim()} route={mine} />}}
        theirs={{
          label: common.sides.theirs,
          value: theirs === null ? texts.conflict.removed : <Words {...theirs} />,
        }}
        chosen={side}
        onChoose={name => routes.send({type: 'side.chosen', side: name})}
      />
      <div className={dialog.buttons}>
        <Button variant="default" onClick={() => routes.send({type: 'dialog.closed'})}>
          {texts.conflict.back}
        </Button>
        <Button type="submit">{texts.form.save}</Button>
      </div>
    </form>
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
