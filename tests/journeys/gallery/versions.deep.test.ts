import {walkRoom} from '../support/gallery'

walkRoom('versions')
