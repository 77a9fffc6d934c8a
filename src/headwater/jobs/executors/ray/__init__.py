"""The executor ``ray``, which runs trials on the nodes of a Ray cluster, on this machine or on others.

``_executor`` connects to the cluster, and ``_pool`` runs a job's trials. ``_members`` tracks the job's nodes,
``_trials`` places trials with ``_placement`` and takes over their folders, and ``_node`` runs them, with an actor per
node and a thread per trial. Ray starts the actors, carries messages and reports which nodes are alive. It does not
schedule the trials, because their number would overload it and the driver decides their order.
"""

from headwater.jobs.executors.ray._executor import RayExecutor

__all__ = ["RayExecutor"]
