-- Who may come in, with what they are: holders of valid keys, whoever an issuer has let in within 30 days, and whoever
-- a proxy named when they decided something lately. One person may be in several rows.
select name, parts from scriptsmith.key
where revoked is null and (expires is null or expires > clock_timestamp())
union all
select name, parts from scriptsmith.session
where key is null and made > clock_timestamp() - interval '30 days'
union all
select who, array[case act when 'run.publish' then 'publisher' else 'reviewer' end]
from (select who, act, way from scriptsmith.audit order by seq desc limit 10000) as lately
where way = 'proxy' and who <> '' and act in ('run.approve', 'run.edit', 'run.reject', 'run.label', 'run.publish')
group by who, act
