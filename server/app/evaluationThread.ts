import {serveTasks} from '../evaluation/thread'
import {renderTemplate, tryTemplates} from '../notification/wording/template'

/** All that threads evaluate for the server. */
const tasks = {renderTemplate, tryTemplates}

export type EvaluationTasks = typeof tasks

serveTasks(tasks)
