import {readRoom, walkRoom} from '../support/gallery'

walkRoom('versions')
readRoom('versions')
