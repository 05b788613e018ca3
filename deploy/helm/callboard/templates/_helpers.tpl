{{- define "callboard.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "callboard.selectorLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "callboard.labels" -}}
{{ include "callboard.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "callboard.image" -}}
{{ printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) | quote }}
{{- end }}

{{- define "callboard.secret" -}}
{{ required "existingSecret is required: the name of a Secret with DATABASE_URL and CALLBOARD_SECRET_KEY" .Values.existingSecret }}
{{- end }}

{{- define "callboard.publicUrl" -}}
{{ default (printf "http://%s.%s.svc:%v" (include "callboard.name" .) .Release.Namespace .Values.server.service.port) .Values.publicUrl | quote }}
{{- end }}

{{/* Settings of server and workers. Optional keys of the Secret that are missing set nothing. */}}
{{- define "callboard.env" -}}
{{- $secret := include "callboard.secret" . -}}
{{- range $name := list "DATABASE_URL" "CALLBOARD_SECRET_KEY" }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef: { name: {{ $secret | quote }}, key: {{ $name }} }
{{- end }}
{{- range $name := list "DATABASE_DIRECT_URL" "CALLBOARD_SECRET_KEY_PREVIOUS" "DATA_SOURCE_URL" "REDIS_URL" "REDIS_TLS_CA" "REDIS_TLS_CERT" "REDIS_TLS_KEY" }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef: { name: {{ $secret | quote }}, key: {{ $name }}, optional: true }
{{- end }}
- name: PUBLIC_URL
  value: {{ include "callboard.publicUrl" . }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "callboard.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "callboard.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* Ports are named, so the same probes serve server and workers. */}}
{{- define "callboard.probes" -}}
startupProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 2
{{- end }}
